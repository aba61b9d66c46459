import { useEffect, useId, useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { maxQueryLength } from '../../../client/index.ts';
import { useTexts } from '../../language.ts';
import { DataText, detectLanguage } from '../../parts/data-text.tsx';
import { Button, Form } from '../../parts/form.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { texts } from './search-texts.ts';

type Suggestion = Schema<'Suggestion'>;

const pauseMs = 180;

/** The search field, with companies whose name begins with what is typed. */
export function SearchBox(props: { readonly query: string; readonly onSearch: (query: string) => void }) {
  const text = useTexts(texts);
  const [typed, setTyped] = useState(props.query);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const suggestions = useSuggestions((isOpen && typed.trim()) || '');
  const listId = useId();
  useEffect(() => setTyped(props.query), [props.query]);
  const shown = isOpen && suggestions.length > 0;
  const closeSuggestions = () => {
    setIsOpen(false);
    setChosen(-1);
  };
  const submitSearch = () => {
    closeSuggestions();
    props.onSearch(typed.trim());
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter, Escape and arrows belong to the input method while it composes kanji.
    if (event.isComposing) return;
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      closeSuggestions();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // -1 is the text itself, between the last suggestion and the first.
      setChosen((before) => ((before + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
    }
    const suggestion = suggestions[chosen];
    if (event.key === 'Enter' && shown && suggestion) {
      event.preventDefault();
      goTo(linkTo(['companies', suggestion.company_id]));
    }
  };
  return (
    <search>
      <Form class="companies-box" onSubmit={submitSearch}>
        <label for={`${listId}-input`}>{text.label}</label>
        <div class="companies-box-line">
          <div class="companies-box-field">
            <input
              id={`${listId}-input`}
              role="combobox"
              type="text"
              autocomplete="off"
              spellcheck={false}
              maxLength={maxQueryLength}
              aria-autocomplete="list"
              aria-expanded={shown}
              aria-controls={listId}
              aria-activedescendant={shown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
              aria-describedby={`${listId}-hint`}
              value={typed}
              onInput={(event) => {
                setTyped(event.currentTarget.value);
                setIsOpen(true);
                setChosen(-1);
              }}
              onKeyDown={handleKeyDown}
              onBlur={closeSuggestions}
            />
            <div
              id={listId}
              class="companies-suggestions"
              role="listbox"
              aria-label={text.label}
              hidden={!shown}
            >
              {suggestions.map((suggestion, at) => (
                // The keyboard chooses from the field, which keeps the focus.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                <div
                  key={suggestion.company_id}
                  id={`${listId}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === chosen}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => goTo(linkTo(['companies', suggestion.company_id]))}
                >
                  <DataText text={suggestion.display_name} />
                  {suggestion.matched_text !== suggestion.display_name && (
                    <small lang={detectLanguage(suggestion.matched_text)}>{suggestion.matched_text}</small>
                  )}
                </div>
              ))}
            </div>
          </div>
          <Button label={text.search} type="submit" class="primary" />
        </div>
        <small id={`${listId}-hint`}>{text.hint}</small>
        <span class="hidden-visually" role="status">
          {shown && text.suggestions(suggestions.length)}
        </span>
      </Form>
    </search>
  );
}

/** Without suggestions, typing goes on as usual, so an error is not shown. */
function useSuggestions(typed: string): readonly Suggestion[] {
  const { api } = useSession();
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (typed === '') {
      setSuggestions([]);
      return;
    }
    const aborter = new AbortController();
    const { signal } = aborter;
    const timer = setTimeout(() => {
      const query = { q: typed, limit: 8 };
      api.get('/companies/suggest', { query, signal }).then(
        ({ suggestions }) => signal.aborted || setSuggestions(suggestions),
        () => signal.aborted || setSuggestions([]),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [api, typed]);
  return suggestions;
}
