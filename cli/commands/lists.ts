import type { Command } from 'commander';
import type { Session } from '../session.ts';
import { addListDeliveryCommands } from './list-delivery.ts';
import { addListPublishingCommands } from './list-publishing.ts';
import { addListRowsCommands } from './list-rows.ts';
import { addListSavingCommands } from './list-saving.ts';
import { addListSettingCommands } from './list-settings.ts';

export function addListCommands(program: Command, open: () => Session): void {
  const list = program
    .command('list')
    .description('Saved Lists: estimate, candidates, materialize, enrich, export, publish, diff, deliver');
  addListSavingCommands(list, open);
  addListRowsCommands(list, open);
  addListSettingCommands(list, open);
  addListPublishingCommands(list, open);
  addListDeliveryCommands(list, open);
}
