import { defineTextPairs, useTexts } from '../language.ts';
import { Page } from '../parts/page.tsx';
import { linkTo } from '../routing.ts';

const texts = defineTextPairs({
  noPage: ['This page does not exist', 'このページはありません'],
  notForThisKey: ['Your key cannot use this page', 'お使いのキーでは、このページを使えません'],
  notForThisKeyHint: [
    'The key is limited. Close the desk and open it with another key.',
    'このキーには制限があります。デスクを閉じて、別のキーで開いてください。',
  ],
  home: ['Go to the tables', '表の一覧へ'],
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
