const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether Postgres accepts the text as a uuid. No object has an id of another form, so it need not be looked up. */
export function isUuid(id: string): boolean {
  return form.test(id);
}
