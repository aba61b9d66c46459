import { defineTexts, useTexts } from '../language.ts';
import { Page } from '../parts/page.tsx';
import { linkTo } from '../routing.ts';

const texts = defineTexts({
  en: {
    noPage: 'This page does not exist',
    notForThisKey: 'Your key cannot use this page',
    notForThisKeyHint: 'The key is limited. Close the desk and open it with another key.',
    home: 'Go to the tables',
  },
  ja: {
    noPage: 'このページはありません',
    notForThisKey: 'お使いのキーでは、このページを使えません',
    notForThisKeyHint: 'このキーには制限があります。デスクを閉じて、別のキーで開いてください。',
    home: '表の一覧へ',
  },
});

export function NoPage() {
  const text = useTexts(texts);
  return (
    <Page title={text.noPage}>
      <a href={linkTo([])}>{text.home}</a>
    </Page>
  );
}

export function NotForThisKey() {
  const text = useTexts(texts);
  return (
    <Page title={text.notForThisKey}>
      <p>{text.notForThisKeyHint}</p>
      <a href={linkTo([])}>{text.home}</a>
    </Page>
  );
}
