import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import {
  configPath,
  defaultUrl,
  isApiKey,
  maskedKey,
  readConfigFile,
  readSettings,
  serviceUrl,
  writeConfigFile,
} from '../config-file.ts';
import { usageFailure } from '../failure.ts';
import { askSecret } from '../prompts.ts';
import type { Session } from '../session.ts';

export function addConfigCommands(program: Command, open: () => Session): void {
  const config = program
    .command('config')
    .description('Address and API key. COMPANY_DATA_URL and COMPANY_DATA_API_KEY win over what is stored.');
  config
    .command('set')
    .description('Store the address of the service')
    .argument('<name>', 'url')
    .argument('<value>')
    .action((name: string, value: string) => {
      const session = open();
      if (name !== 'url') {
        throw usageFailure(
          `${name} is not set this way.`,
          'Known is url. A key is no argument, which others could read: use `company-data config set-key`.',
        );
      }
      const file = configPath(session.world.env);
      const url = serviceUrl(value);
      const before = readConfigFile(file);
      const sameService = new URL(before.url ?? defaultUrl).origin === new URL(url).origin;
      writeConfigFile(file, { ...(sameService && before), url });
      session.note(`Stored in ${file}.`);
      if (before.api_key && !sameService)
        session.note('The stored key was for another address and is removed: `company-data config set-key`.');
    });
  config
    .command('set-key')
    .description('Store the API key, read without echo or from stdin')
    .action(() => setKey(open()));
  config
    .command('remove-key')
    .description('Forget the stored API key')
    .action(() => {
      const session = open();
      const file = configPath(session.world.env);
      const { api_key: key, ...rest } = readConfigFile(file);
      if (key) writeConfigFile(file, rest);
      session.note(key ? `The key is removed from ${file}.` : 'There is no stored key.');
    });
  config
    .command('show')
    .description('What is in use, and where it comes from')
    .action(() => {
      const session = open();
      const { url, urlFrom, apiKey, apiKeyFrom } = readSettings(session.world.env);
      const shown = {
        url,
        url_from: urlFrom,
        api_key: apiKey && maskedKey(apiKey),
        api_key_from: apiKeyFrom,
      };
      session.answer(shown, () =>
        session.fields([
          ['url', `${url} (${urlFrom})`],
          ['API key', apiKey ? `${maskedKey(apiKey)} (${apiKeyFrom})` : 'none'],
        ]),
      );
    });
  config
    .command('path')
    .description('Where the file is')
    .action(() => {
      const session = open();
      session.print(configPath(session.world.env));
    });
}

async function setKey(session: Session): Promise<void> {
  const given = session.interactive
    ? await askSecret(session, 'API key (not shown):')
    : await text(session.world.stdin);
  const apiKey = given.trim();
  if (!isApiKey(apiKey)) throw usageFailure('That is no API key.');
  const file = configPath(session.world.env);
  const stored = readConfigFile(file);
  writeConfigFile(file, { ...stored, api_key: apiKey });
  session.note(`The key ${maskedKey(apiKey)} for ${stored.url ?? defaultUrl} is stored in ${file}.`);
}
