/** How information was obtained. Prices depend on it, and research on prices. */
export const researchSourceTypes = ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const;
export type ResearchSourceType = (typeof researchSourceTypes)[number];
