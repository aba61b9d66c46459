import type { Command } from 'commander';
import type { Run } from '../session.ts';
import { addListDeliveryCommands } from './list-delivery.ts';
import { addListPublishingCommands } from './list-publishing.ts';
import { addListRowsCommands } from './list-rows.ts';
import { addListSavingCommands } from './list-saving.ts';
import { addListSettingCommands } from './list-settings.ts';

export function addListCommands(program: Command, run: Run): void {
  const list = program
    .command('list')
    .description('Saved Lists: estimate, candidates, materialize, enrich, export, publish, diff, deliver');
  addListSavingCommands(list, run);
  addListRowsCommands(list, run);
  addListSettingCommands(list, run);
  addListPublishingCommands(list, run);
  addListDeliveryCommands(list, run);
}
