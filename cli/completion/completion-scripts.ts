import type { CommandNode, Value } from './completion-tree.ts';

/**
 * Completion scripts for bash and zsh. They contain the whole command tree, so that the program does not start at every
 * press of the tab key. Both shells share functions that print the choices at a place, one per line: a word, a tab, a
 * description.
 */

export type Shell = 'bash' | 'zsh';

export function renderCompletionScript(nodes: readonly CommandNode[], shell: Shell): string {
  const shared = renderSharedFunctions(nodes);
  if (shell === 'bash') return `${shared}\n${bash}`;
  return `#compdef company-data\n${shared}\n${zsh}`;
}

/** Stands for any file name, for both shells. */
const fileMark = '<file>';

function renderSharedFunctions(nodes: readonly CommandNode[]): string {
  return `${[
    renderCaseFunction('_company_data_commands', nodes, ({ path, commands }) => [
      [path, commands.map(({ name, description }) => renderLine(name, description))],
    ]),
    renderCaseFunction('_company_data_flags', nodes, ({ path, flags }) => [
      [path, flags.map(({ flag, description }) => renderLine(flag, description))],
    ]),
    renderCaseFunction('_company_data_flag_values', nodes, ({ path, flags }) =>
      flags.flatMap(({ flag, value }) =>
        // A flag with a free value is listed too, because the word after it is not an argument.
        value === null ? [] : [[`${path} ${flag}`, renderValues(value)] as const],
      ),
    ),
    renderCaseFunction('_company_data_values', nodes, ({ path, values, variadic }) =>
      values.map((value, at) => [
        `${path} ${variadic && at === values.length - 1 ? '[0-9]*' : at + 1}`,
        renderValues(value),
      ]),
    ),
  ].join('\n')}\n`;
}

type Case = readonly [place: string, lines: readonly string[]];

/** A shell function that prints the lines of a place, and fails for an unknown place. */
function renderCaseFunction(
  name: string,
  nodes: readonly CommandNode[],
  cases: (node: CommandNode) => readonly Case[],
): string {
  const arms = nodes.flatMap(cases).map(([place, lines]) => {
    const pattern = place.endsWith('[0-9]*')
      ? `${escapeShellText(place.slice(0, -6))}[0-9]*`
      : escapeShellText(place);
    const printing = lines.length > 0 ? `printf '%s\\n' ${lines.map(escapeShellText).join(' ')}` : ':';
    return `    ${pattern}) ${printing} ;;`;
  });
  return `${name}() {\n  case "$1" in\n${arms.join('\n')}\n    *) return 1 ;;\n  esac\n}`;
}

function renderValues(value: Value): string[] {
  if (value === 'file') return [fileMark];
  if (value === 'free') return [];
  return value.map((word) => renderLine(word, ''));
}

function renderLine(word: string, description: string): string {
  if (description === '') return word;
  return `${word}\t${description.split('\n')[0]}`;
}

function escapeShellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Finds the cursor's position: sets `place` to the path of the command and `number` to the number of the argument, from
 * the words before the cursor in `before`.
 */
const findPlace = `
    place='' number=1
    local word pending=''
    for word in "\${before[@]}"; do
      if [[ -n $pending ]]; then pending=''; continue; fi
      case "$word" in
        --*=*) ;;
        -*) if _company_data_flag_values "$place $word" >/dev/null; then pending=1; fi ;;
        *)
          if _company_data_commands "$place" | cut -f1 | grep -qxF -- "$word"; then
            place="\${place:+$place }$word"
          else
            number=$((number + 1))
          fi ;;
      esac
    done`;

/** Sets `lines` to the choices at the cursor, where `current` has been typed. */
const findLines = `
    if lines=$(_company_data_flag_values "$place $previous"); then :
    elif [[ $current == -* ]]; then lines=$(_company_data_flags "$place")
    elif lines=$(_company_data_commands "$place") && [[ -n $lines ]]; then :
    else lines=$(_company_data_values "$place $number")
    fi`;

const bash = `_company_data() {
    local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
    local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") place number lines
    # bash splits --flag=value at the equals sign.
    if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
${findPlace}
${findLines}
    COMPREPLY=()
    if [[ $lines == '${fileMark}' ]]; then
      compopt -o filenames 2>/dev/null
      local IFS=$'\\n'
      COMPREPLY=($(compgen -f -- "$current"))
      return
    fi
    local candidate
    while IFS= read -r candidate; do
      if [[ -n $candidate && $candidate == "$current"* ]]; then COMPREPLY+=("$candidate"); fi
    done < <(cut -f1 <<< "$lines")
}
complete -F _company_data company-data
`;

const zsh = `_company_data() {
    local current=\${words[CURRENT]} previous=\${words[CURRENT-1]} place number lines
    local -a before; before=("\${(@)words[2,CURRENT-1]}")
    local prefix=''
    if [[ $current == --*=* ]]; then
      previous=\${current%%=*} prefix=\${current%%=*}=
      current=\${current#*=}
      compset -P '*='
    fi
${findPlace}
${findLines}
    if [[ $lines == '${fileMark}' ]]; then _files; return; fi
    local -a described; local candidate
    for candidate in "\${(@f)lines}"; do
      if [[ -z $candidate ]]; then continue; fi
      described+=("\${\${candidate%%$'\\t'*}//:/\\\\:}\${\${(M)candidate:#*$'\\t'*}:+:\${candidate#*$'\\t'}}")
    done
    _describe 'company-data' described
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _company_data "$@"; else compdef _company_data company-data; fi
`;
