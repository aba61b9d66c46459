/** The group of a company: its topmost parent that is known, or the company itself if it is a parent and has none. */
export interface CompanyGroup {
  readonly name: string;
  /** Of the statement about the topmost parent, or of the newest one by which the company itself is a parent. */
  readonly source: string;
  /** A day in Japan. */
  readonly observed_at: string | null;
}
