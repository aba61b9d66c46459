import { linkTo } from '../routing.ts';
import { listSections, useSession } from '../session.tsx';

/** The company's page in another tab, if the key can use it. */
export function CompanyLink(props: { readonly companyId: string; readonly text: string }) {
  if (!listSections(useSession().limits).includes('companies')) return <span>{props.text}</span>;
  return (
    // biome-ignore lint/security/noBlankTarget: with `opener`, the new tab, a page of the desk, has the key that this tab keeps
    <a href={linkTo(['companies', props.companyId])} target="_blank" rel="opener">
      {props.text}
    </a>
  );
}
