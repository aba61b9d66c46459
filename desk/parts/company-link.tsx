import { linkTo } from '../routing.ts';
import { sectionsFor, useSession } from '../session.tsx';

/** The company's page in another tab, if the key can use it. */
export function CompanyLink(props: { readonly companyId: string; readonly text: string }) {
  if (!sectionsFor(useSession().limits).includes('companies')) return <span>{props.text}</span>;
  return (
    // With `opener`, the new tab has the key that this tab keeps. It is a page of the desk.
    <a href={linkTo(['companies', props.companyId])} target="_blank" rel="noopener opener">
      {props.text}
    </a>
  );
}
