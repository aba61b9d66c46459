import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { createUsageFailure } from '../failure.ts';
import {
  defaultUrl,
  getConfigPath,
  isApiKey,
  maskKey,
  parseServiceUrl,
  readConfigFile,
  readSettings,
  writeConfigFile,
} from '../input/config-file.ts';
import { askSecret } from '../input/prompts.ts';
import type { Run, Session } from '../session.ts';

export function addConfigCommands(program: Command, run: Run): void {
  const config = program
    .command('config')
    .description(
      'Address and API key. COMPANY_DATA_URL and COMPANY_DATA_API_KEY take precedence over stored values.',
    );
  config
    .command('set')
    .description("Store the service's address")
    .argument('<name>', 'url')
    .argument('<value>')
    .action(run(setUrl));
  config
    .command('set-key')
    .description('Store the API key, read without echo or from stdin')
    .action(run(setKey));
  config
    .command('remove-key')
    .description('Remove the stored API key')
    .action(
      run((session) => {
        const file = getConfigPath(session.world.env);
        const { api_key: key, ...rest } = readConfigFile(file);
        if (key) writeConfigFile(file, rest);
        session.note(key ? `Removed the key from ${file}.` : 'There is no stored key.');
      }),
    );
  config
    .command('show')
    .description('Show the settings in use and where they come from')
    .action(
      run((session) => {
        const { url, urlFrom, apiKey, apiKeyFrom } = readSettings(session.world.env);
        const masked = apiKey && maskKey(apiKey);
        session.printAnswer({ url, url_from: urlFrom, api_key: masked, api_key_from: apiKeyFrom }, () =>
          session.printFields([
            ['url', `${url} (${urlFrom})`],
            ['API key', masked ? `${masked} (${apiKeyFrom})` : 'none'],
          ]),
        );
      }),
    );
  config
    .command('path')
    .description('Print the path of the configuration file')
    .action(run((session) => session.print(getConfigPath(session.world.env))));
}

function setUrl(session: Session, name: string, value: string): void {
  if (name !== 'url') {
    throw createUsageFailure(
      `${name} cannot be set this way.`,
      'Only url can be set. Keys are not accepted as arguments, where others could read them: use `company-data config set-key`.',
    );
  }
  const file = getConfigPath(session.world.env);
  const url = parseServiceUrl(value);
  const before = readConfigFile(file);
  const sameService = new URL(before.url ?? defaultUrl).origin === new URL(url).origin;
  writeConfigFile(file, { ...(sameService && before), url });
  session.note(`Stored in ${file}.`);
  if (before.api_key && !sameService)
    session.note(
      'The stored key was for another address and was removed. Store a new one: `company-data config set-key`.',
    );
}

async function setKey(session: Session): Promise<void> {
  const given = session.interactive
    ? await askSecret(session, 'API key (not shown):')
    : await text(session.world.stdin);
  const apiKey = given.trim();
  if (!isApiKey(apiKey)) throw createUsageFailure('This is not a valid API key.');
  const file = getConfigPath(session.world.env);
  const stored = readConfigFile(file);
  writeConfigFile(file, { ...stored, api_key: apiKey });
  session.note(`The key ${maskKey(apiKey)} for ${stored.url ?? defaultUrl} is stored in ${file}.`);
}
