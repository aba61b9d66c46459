import { z } from 'zod';
import { setAsideKinds } from '../../text/cells/name-in-cell.ts';
import { field } from '../answer-fields.ts';
import { maxNamesSetAside } from '../limits.ts';

/** How a name was read, as a person wrote it (docs/decisions/0006-written-names.md). */

export const writtenNameSchema = z
  .object({
    name: field.text('The part that was looked up as the name of a company.'),
    legal_form: z.string().optional().describe('Kind of its legal form; absent if it has none.'),
    set_aside: z
      .array(
        z.object({
          kind: field.oneOf(
            setAsideKinds,
            'What the part is: a branch or office, a department, a person, a form of address (御中), "and others" (ほか), a former name or an abbreviation in brackets, a place, an address, a telephone number, an email address, a website, a role (代表機関), another company, a code, or a note.',
          ),
          text: field.text('The part, as written.'),
        }),
      )
      .max(maxNamesSetAside)
      .describe('The parts that are not the name, in their order.'),
  })
  .meta({ id: 'WrittenName', description: 'How a name was read, if something beside it was set aside.' });
export type WrittenName = z.output<typeof writtenNameSchema>;
