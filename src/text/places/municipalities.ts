import names from './municipalities.json' with { type: 'json' };

/**
 * The cities of Japan and the wards of Tokyo, without 市 and 区, as people write them before 店, 工場 or オフィス. Those of one letter
 * are left out. Source: the list of municipalities of the Ministry of Internal Affairs, as the register's addresses have them.
 */
const municipalities: ReadonlySet<string> = new Set(names);

/** Whether a text is the name of a city or of a ward of Tokyo, without 市 or 区: 川崎, 渋谷. */
export const isMunicipality = (text: string): boolean => municipalities.has(text);
