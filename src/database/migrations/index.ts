import type { Migration } from '../migration.ts';
import { companies } from './0001_companies.ts';
import { evidence } from './0002_evidence.ts';
import { operations } from './0003_operations.ts';
import { accounts } from './0004_accounts.ts';
import { credits } from './0005_credits.ts';
import { sources } from './0006_sources.ts';
import { lists } from './0007_lists.ts';
import { research } from './0008_research.ts';
import { discovery } from './0009_discovery.ts';
import { observationVersions } from './0010_observation_versions.ts';
import { evidenceTexts } from './0011_evidence_texts.ts';
import { plans } from './0012_plans.ts';
import { listRemoval } from './0013_list_removal.ts';
import { statements } from './0014_statements.ts';
import { openSources } from './0015_open_sources.ts';
import { keysClaimedInStore } from './0016_keys_claimed_in_store.ts';
import { rowDecisions } from './0017_row_decisions.ts';
import { keyScopesAndLoadDays } from './0018_key_scopes_and_load_days.ts';
import { backgroundResolves } from './0019_background_resolves.ts';
import { decisionsHistory } from './0021_decisions_history.ts';
import { rejectedCompanies } from './0025_rejected_companies.ts';
import { undo } from './0027_undo.ts';
import { registerStatements } from './0028_register_statements.ts';
import { nameAliases } from './0029_name_aliases.ts';
import { rowAssurance } from './0030_row_assurance.ts';
import { aliasWithdrawals } from './0031_alias_withdrawals.ts';
import { reviewDesk } from './0032_review_desk.ts';
import { keyLimitsAndReconciliation } from './0033_key_limits_and_reconciliation.ts';
import { relatedCompanies } from './0034_related_companies.ts';
import { lighterCharges } from './0035_lighter_charges.ts';
import { lighterResolves } from './0036_lighter_resolves.ts';
import { followedRegisters } from './0037_followed_registers.ts';
import { invoiceRegister } from './0038_invoice_register.ts';
import { secretsAtRest } from './0040_secrets_at_rest.ts';
import { audit } from './0041_audit.ts';
import { housekeepingRuns } from './0042_housekeeping_runs.ts';
import { besideRequests } from './0045_beside_requests.ts';
import { leastRights } from './0047_least_rights.ts';
import { changeFeed } from './0048_change_feed.ts';
import { registerMoves } from './0049_register_moves.ts';
import { limitsInContract } from './0050_limits_in_contract.ts';
import { filerNames } from './0051_filer_names.ts';
import { aliasKinds } from './0052_alias_kinds.ts';
import { sourceFiles } from './0053_source_files.ts';
import { rememberedMarks } from './0054_remembered_marks.ts';
import { switchedChoices } from './0057_switched_choices.ts';
import { listedFunds } from './0058_listed_funds.ts';
import { earlierDecisions } from './0060_earlier_decisions.ts';
import { decisionsByRow } from './0061_decisions_by_row.ts';
import { decisionsOfSourceAndRow } from './0062_decisions_of_source_and_row.ts';
import { parentCompanies } from './0063_parent_companies.ts';
import { parentsBesideRequests } from './0064_parents_beside_requests.ts';
import { returnedColumns } from './0065_returned_columns.ts';

/**
 * Every migration, in the order in which they are applied. src/database/schema.sql shows what they make. Numbers that are missing were
 * never given: migrations that were written at the same time had numbers of their own, and some were not needed.
 */
export const migrations: readonly Migration[] = [
  companies,
  evidence,
  operations,
  accounts,
  credits,
  sources,
  lists,
  research,
  discovery,
  observationVersions,
  evidenceTexts,
  plans,
  listRemoval,
  statements,
  openSources,
  keysClaimedInStore,
  rowDecisions,
  keyScopesAndLoadDays,
  backgroundResolves,
  decisionsHistory,
  rejectedCompanies,
  undo,
  registerStatements,
  nameAliases,
  rowAssurance,
  aliasWithdrawals,
  reviewDesk,
  keyLimitsAndReconciliation,
  relatedCompanies,
  lighterCharges,
  lighterResolves,
  followedRegisters,
  invoiceRegister,
  secretsAtRest,
  audit,
  housekeepingRuns,
  besideRequests,
  leastRights,
  changeFeed,
  registerMoves,
  limitsInContract,
  filerNames,
  aliasKinds,
  sourceFiles,
  rememberedMarks,
  switchedChoices,
  listedFunds,
  earlierDecisions,
  decisionsByRow,
  decisionsOfSourceAndRow,
  parentCompanies,
  parentsBesideRequests,
  returnedColumns,
];
