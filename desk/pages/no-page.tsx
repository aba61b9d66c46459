import { type Texts, useTexts } from '../language.ts';
import { Page } from '../parts/page.tsx';
import { linkTo } from '../routing.ts';

const texts: Texts<{ title: string; home: string }> = {
  en: { title: 'This page does not exist', home: 'Go to the tables' },
  ja: { title: 'このページはありません', home: '表の一覧へ' },
};

export function NoPage() {
  const text = useTexts(texts);
  return (
    <Page title={text.title}>
      <a href={linkTo([])}>{text.home}</a>
    </Page>
  );
}
