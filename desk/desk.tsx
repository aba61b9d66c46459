import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { answer, openApi } from './api.ts';
import {
  count,
  firstLanguage,
  type Language,
  LanguageContext,
  rememberLanguage,
  type Texts,
  useTexts,
} from './language.ts';
import { pageOf } from './pages/index.tsx';
import { chooseFile } from './pages/sources/chosen-file.ts';
import { Loading } from './parts/page.tsx';
import { linkTo, useAddress } from './routing.ts';
import {
  forgetKey,
  type KeyLimits,
  keepKey,
  keptKey,
  noLimits,
  readLimits,
  type Session,
  SessionContext,
  useSession,
} from './session.tsx';
import { SignIn } from './sign-in.tsx';
import { Theme } from './theme.tsx';

const texts: Texts<{
  name: string;
  menu: string;
  skip: string;
  sections: Readonly<Record<Section, string>>;
  credits: (basic: string) => string;
  signOut: string;
  language: string;
}> = {
  en: {
    name: 'Company Data Desk',
    menu: 'Sections',
    skip: 'Skip to the page',
    sections: { sources: 'Tables', companies: 'Companies', lists: 'Lists', credits: 'Credits', keys: 'Keys' },
    credits: (basic) => `${basic} credits left`,
    signOut: 'Close',
    language: '日本語',
  },
  ja: {
    name: 'Company Data Desk',
    menu: 'メニュー',
    skip: '本文へ移動',
    sections: { sources: '表', companies: '会社', lists: 'リスト', credits: 'クレジット', keys: 'キー' },
    credits: (basic) => `残り ${basic} クレジット`,
    signOut: '閉じる',
    language: 'English',
  },
};

const sections = ['sources', 'companies', 'lists', 'credits', 'keys'] as const;
type Section = (typeof sections)[number];

/** The sections that a key can open. */
function sectionsOf({ sourceId, managesKeys }: KeyLimits): readonly Section[] {
  if (sourceId !== null) return ['sources'];
  return sections.filter((name) => managesKeys || name !== 'keys');
}

/** The whole desk. */
export function Desk() {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [apiKey, setApiKey] = useState(keptKey);
  const [refused, setRefused] = useState(false);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    rememberLanguage(language);
  }, [language]);
  const leave = useCallback((wasRefused: boolean) => {
    forgetKey();
    chooseFile(null);
    setApiKey(null);
    setRefused(wasRefused);
  }, []);
  const toggleLanguage = () => setLanguage(language === 'en' ? 'ja' : 'en');
  return (
    <LanguageContext.Provider value={language}>
      {apiKey === null ? (
        <>
          <Bar onLanguage={toggleLanguage} limits={noLimits} />
          <SignIn
            refused={refused}
            onOpen={(key, keep) => {
              if (keep) keepKey(key);
              setApiKey(key);
            }}
          />
        </>
      ) : (
        <OpenDesk apiKey={apiKey} onLeave={leave} onLanguage={toggleLanguage} />
      )}
    </LanguageContext.Provider>
  );
}

function OpenDesk(props: {
  readonly apiKey: string;
  readonly onLeave: (refused: boolean) => void;
  readonly onLanguage: () => void;
}) {
  const { apiKey, onLeave } = props;
  const api = useMemo(() => openApi(apiKey, () => onLeave(true)), [apiKey, onLeave]);
  const [credits, setCredits] = useState<Session['credits']>(null);
  const refreshCredits = useCallback(() => {
    answer(api.client.GET('/api/service/credits/balance')).then(
      ({ balances }) =>
        setCredits({ basic: balances.basic.available, enrichment: balances.enrichment.available }),
      () => setCredits(null),
    );
  }, [api]);
  useEffect(refreshCredits, [refreshCredits]);
  const [limits, setLimits] = useState<KeyLimits | null>(null);
  useEffect(() => {
    // Without an answer, everything is offered, and the service refuses what the key may not do.
    readLimits(api).then(setLimits, () => setLimits(noLimits));
  }, [api]);
  const session = useMemo<Session>(
    () => ({ api, credits, limits: limits ?? noLimits, refreshCredits, signOut: () => onLeave(false) }),
    [api, credits, limits, refreshCredits, onLeave],
  );
  useEffect(() => {
    // Otherwise the browser opens a dropped file instead of the desk.
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
  const address = useAddress();
  const [section = 'sources'] = address.path;
  return (
    <SessionContext.Provider value={session}>
      <Bar onLanguage={props.onLanguage} section={section} limits={limits ?? noLimits} />
      {/* Another page starts with fresh state, also for another source or company. */}
      <div key={address.path.join('/')} id="page" class="page-place">
        {limits === null ? <Loading /> : pageOf(address)}
      </div>
    </SessionContext.Provider>
  );
}

function Bar(props: {
  readonly section?: string;
  readonly limits: KeyLimits;
  readonly onLanguage: () => void;
}) {
  const { section, limits, onLanguage } = props;
  const text = useTexts(texts);
  return (
    <header class="bar">
      {section !== undefined && (
        <button type="button" class="skip" onClick={skipToPage}>
          {text.skip}
        </button>
      )}
      <a class="bar-name" href={linkTo([])}>
        {text.name}
      </a>
      {section !== undefined && (
        <nav aria-label={text.menu}>
          {sectionsOf(limits).map((name) => (
            <a key={name} href={linkTo([name])} aria-current={name === section ? 'page' : undefined}>
              {text.sections[name]}
            </a>
          ))}
        </nav>
      )}
      <div class="bar-end">
        {section !== undefined && <CreditsLeft />}
        <Theme />
        <button type="button" class="quiet" onClick={onLanguage}>
          {text.language}
        </button>
        {section !== undefined && <SignOut />}
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
  const shown = credits ? text.credits(count(credits.basic)) : '';
  // The ledger is of the whole account.
  if (limits.sourceId !== null)
    return (
      <span class="credits-left" aria-live="polite">
        {shown}
      </span>
    );
  return (
    <a class="credits-left" href={linkTo(['credits'])} aria-live="polite">
      {shown}
    </a>
  );
}

function SignOut() {
  const text = useTexts(texts);
  const { signOut } = useSession();
  return (
    <button type="button" class="quiet" onClick={signOut}>
      {text.signOut}
    </button>
  );
}
