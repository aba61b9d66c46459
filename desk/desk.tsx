import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { openApi } from './api.ts';
import { forgetKey, getKeptKey, keepKey } from './kept-key.ts';
import {
  chooseLanguage,
  defineTextPairs,
  formatCount,
  formatQuantity,
  type Language,
  LanguageContext,
  rememberLanguage,
  useTexts,
} from './language.ts';
import { useLoaded } from './loading.ts';
import { renderPage } from './pages/index.tsx';
import { chooseFile } from './pages/sources/preview/chosen-file.ts';
import { Button } from './parts/form.tsx';
import { Failure } from './parts/notice.tsx';
import { Loading, Page } from './parts/page.tsx';
import { Waiting } from './parts/waiting.tsx';
import { linkTo, useAddress } from './routing.ts';
import {
  listSections,
  readCredits,
  readLimits,
  type Session,
  SessionContext,
  useSession,
} from './session.tsx';
import { type RefusedKey, SignIn } from './sign-in.tsx';
import { Theme } from './theme.tsx';

const texts = defineTextPairs({
  name: ['Company Data Desk', 'Company Data Desk'],
  menu: ['Sections', 'メニュー'],
  skip: ['Skip to the page', '本文へ移動'],
  sections: {
    sources: ['Tables', '名寄せ'],
    companies: ['Companies', '会社'],
    lists: ['Lists', 'リスト'],
    credits: ['Credits', 'クレジット'],
    keys: ['Keys', 'キー'],
  },
  credits: [
    (basic: string) => `${formatQuantity(basic, 'credit')} left`,
    (basic) => `残り ${basic} クレジット`,
  ],
  signOut: ['Close', '終了'],
  language: ['日本語', 'English'],
});

/** The whole desk. */
export function Desk() {
  const [language, setLanguage] = useState<Language>(chooseLanguage);
  const [apiKey, setApiKey] = useState(getKeptKey);
  const [refused, setRefused] = useState<RefusedKey | null>(null);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    rememberLanguage(language);
  }, [language]);
  const leave = useCallback((wasRefused: RefusedKey | null) => {
    forgetKey();
    chooseFile(null);
    setApiKey(null);
    // The calls that ran at once are refused one after the other: the first one knows what was not sent.
    setRefused((before) => before ?? wasRefused);
  }, []);
  const switchLanguage = () => setLanguage(language === 'en' ? 'ja' : 'en');
  return (
    <LanguageContext.Provider value={language}>
      {apiKey === null ? (
        <>
          <Bar onLanguage={switchLanguage} />
          <Waiting />
          <SignIn
            refused={refused}
            onOpen={(key, keep) => {
              // A reload without a kept key leads here, too.
              forgetKey();
              if (keep) keepKey(key);
              setRefused(null);
              setApiKey(key);
            }}
          />
        </>
      ) : (
        <OpenDesk apiKey={apiKey} onLeave={leave} onLanguage={switchLanguage} />
      )}
    </LanguageContext.Provider>
  );
}

function OpenDesk(props: {
  readonly apiKey: string;
  readonly onLeave: (refused: RefusedKey | null) => void;
  readonly onLanguage: () => void;
}) {
  const { apiKey, onLeave } = props;
  const api = useMemo(() => openApi(apiKey, (unsent) => onLeave({ unsent })), [apiKey, onLeave]);
  const [credits, setCredits] = useState<Session['credits']>(null);
  const { data: limits, error, reload } = useLoaded((signal) => readLimits(api, signal), [api]);
  const refreshCredits = useCallback(() => {
    if (limits) readCredits(api, limits).then(setCredits, () => {});
  }, [api, limits]);
  useEffect(() => {
    if (limits) refreshCredits();
  }, [limits, refreshCredits]);
  const session = useMemo<Session | null>(
    () => limits && { api, credits, limits, refreshCredits },
    [api, credits, limits, refreshCredits],
  );
  useEffect(() => {
    // Otherwise the browser opens a dropped file instead of the desk.
    const preventNavigation = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', preventNavigation);
    addEventListener('drop', preventNavigation);
    return () => {
      removeEventListener('dragover', preventNavigation);
      removeEventListener('drop', preventNavigation);
    };
  }, []);
  const address = useAddress();
  return (
    <SessionContext.Provider value={session}>
      <Bar onLanguage={props.onLanguage} section={address.path[0]} onClose={() => onLeave(null)} />
      <Waiting />
      {/* Another page starts with fresh state, also for another source or company. */}
      <div key={address.path.join('/')} id="page" class="page-place">
        {session ? renderPage(address, session.limits) : <Opening error={error} onRetry={reload} />}
      </div>
    </SessionContext.Provider>
  );
}

function Opening({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const text = useTexts(texts);
  return <Page title={text.name}>{error ? <Failure error={error} onRetry={onRetry} /> : <Loading />}</Page>;
}

/** @param onClose absent while no key is entered */
function Bar(props: {
  readonly section?: string | undefined;
  readonly onLanguage: () => void;
  readonly onClose?: () => void;
}) {
  const text = useTexts(texts);
  const session = useContext(SessionContext);
  const { section = 'sources' } = props;
  return (
    <header class="bar">
      {session && <Button label={text.skip} class="skip" onClick={skipToPage} />}
      <a class="bar-name" href={linkTo([])}>
        {text.name}
      </a>
      {session && (
        <nav aria-label={text.menu}>
          {listSections(session.limits).map((name) => (
            <a key={name} href={linkTo([name])} aria-current={name === section ? 'page' : undefined}>
              {text.sections[name]}
            </a>
          ))}
        </nav>
      )}
      <div class="bar-end">
        {session && <CreditsLeft />}
        <Theme />
        <Button label={text.language} class="quiet" onClick={props.onLanguage} />
        {props.onClose && <Button label={text.signOut} class="quiet" onClick={props.onClose} />}
      </div>
    </header>
  );
}

/** A button, because the address after `#` names the page: a link inside of the page would change it. */
function skipToPage(): void {
  document.querySelector<HTMLElement>('#page h1')?.focus();
}

function CreditsLeft() {
  const text = useTexts(texts);
  const { credits, limits } = useSession();
  const shown = credits && text.credits(formatCount(credits.basic));
  return (
    <span class="credits-left" aria-live="polite">
      {listSections(limits).includes('credits') ? <a href={linkTo(['credits'])}>{shown}</a> : shown}
    </span>
  );
}
