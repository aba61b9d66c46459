const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether Postgres takes it as a uuid: an id of another form names nothing, and is not asked for. */
export function isUuid(id: string): boolean {
  return form.test(id);
}
