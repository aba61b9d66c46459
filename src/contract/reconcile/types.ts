import { JAPANESE_FORMS } from '../../text/names/legal-forms.ts';
import { toNameKeys } from '../../text/names/names.ts';

/** Types of companies in the reconciliation API: one for all, and one for each legal form. */

export interface EntityType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly broader?: readonly EntityType[];
}

/** Every company has it. */
export const anyCompany: EntityType = {
  id: 'company',
  name: '法人',
  description: 'Any company or other corporation.',
};

const forms: readonly EntityType[] = JAPANESE_FORMS.map(([id, name]) => ({
  id,
  name,
  description: `Corporations whose name has the legal form ${name}.`,
}));

/** A form includes those with more words: 医療法人 includes 医療法人社団 and 社会医療法人. */
const listBroaderTypes = ({ name }: EntityType) => [
  ...forms.filter((other) => other.name !== name && name.includes(other.name)),
  anyCompany,
];

export const entityTypes: readonly EntityType[] = [
  anyCompany,
  ...forms.map((form) => ({ ...form, broader: listBroaderTypes(form) })),
];

const byIdOrName = new Map(
  entityTypes.flatMap((type) => [[type.id, type] as const, [type.name, type] as const]),
);

/** By its id, or by its name, because people type it into the field for the id. */
export function findType(id: string): EntityType | undefined {
  return byIdOrName.get(id);
}

/** The types of a company with this legal name, the most exact first. */
export function listTypes(legalName: string): EntityType[] {
  const form = findType(toNameKeys(legalName).legalForm?.kind ?? '');
  if (form) return [form, ...(form.broader ?? [])];
  return [anyCompany];
}
