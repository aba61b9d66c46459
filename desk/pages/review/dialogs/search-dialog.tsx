import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { maxSearchLength } from '../../../../client/index.ts';
import { defineTextPairs, formatQuantity, useTexts } from '../../../language.ts';
import { useAction } from '../../../loading.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Button, Form } from '../../../parts/form.tsx';
import { Failure } from '../../../parts/notice.tsx';
import { useSession } from '../../../session.tsx';
import type { Choice } from '../state/review-api.ts';
import { searchCompanies } from '../state/review-api.ts';
import { CompanyPicker, type PickedCompany } from './company-picker.tsx';

const texts = defineTextPairs({
  title: ['Search for another company', '別の会社を検索'],
  label: ['Name, corporate number, securities code or site', '名称、法人番号、証券コード、サイト'],
  hint: [
    'Each search counts toward the quota of searches. The row will say that the company was chosen by hand.',
    '検索 1 回ごとに、検索回数の上限から 1 回分を使います。ここで選んだ会社は、判断の記録に「手動で選択」と残ります。',
  ],
  go: ['Search', '検索'],
  none: [(q: string) => `No company found for “${q}”.`, (q) => `「${q}」の会社は見つかりません。`],
  found: [
    (count: number) => `${formatQuantity(count, 'company', 'companies')} found`,
    (count) => `${count} 社見つかりました`,
  ],
  price: [
    (credits: number) =>
      credits === 0 ? 'Choosing is free.' : `Choosing costs ${formatQuantity(credits, 'credit')}.`,
    (credits) => (credits === 0 ? '選択は無料です。' : `選択には ${credits} クレジットかかります。`),
  ],
});

/** Finds any company and chooses it for the row. */
export function SearchDialog(props: {
  readonly name: string;
  readonly price: number;
  readonly onPick: (company: Choice) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [q, setQ] = useState(props.name.slice(0, 100));
  const [outcome, setOutcome] = useState<{ q: string; companies: readonly PickedCompany[] } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const searching = useAction(async () => {
    const companies = await searchCompanies(api, q.trim());
    setOutcome({ q: q.trim(), companies: companies.map(({ company }) => company) });
  });
  return (
    <Dialog title={text.title} onClose={props.onClose}>
      <Form
        class="search-form"
        onSubmit={() => {
          if (q.trim() !== '') void searching.run();
        }}
      >
        <label>
          {text.label}
          <input
            ref={field}
            type="text"
            maxLength={maxSearchLength}
            required
            value={q}
            onInput={(event) => setQ(event.currentTarget.value)}
          />
        </label>
        <Button label={text.go} type="submit" class="primary" disabled={searching.running} />
      </Form>
      <p>
        <small>
          {text.hint} {text.price(props.price)}
        </small>
      </p>
      <Failure error={searching.error} />
      <div aria-live="polite">
        {outcome?.companies.length === 0 && <p>{text.none(outcome.q)}</p>}
        {outcome && outcome.companies.length > 0 && (
          <>
            <p class="hidden-visually">{text.found(outcome.companies.length)}</p>
            <CompanyPicker companies={outcome.companies} onPick={props.onPick} takesFocus />
          </>
        )}
      </div>
    </Dialog>
  );
}
