import type { CompanyKind } from '../../src/contract/companies/company-vocabulary.ts';
import type { CompanyRow } from '../facts/index.ts';

/** Codes of the register of corporate numbers, which gBizINFO also uses. */

export const companyKinds: Readonly<Partial<Record<string, CompanyKind>>> = {
  '101': 'state',
  '201': 'local_government',
  '301': 'kabushiki',
  '302': 'yugen',
  '303': 'gomei',
  '304': 'goshi',
  '305': 'godo',
  '399': 'other_established',
  '401': 'foreign',
  '499': 'other',
};

export const closeCauses: Readonly<Partial<Record<string, CompanyRow['close_cause']>>> = {
  '01': 'liquidated',
  '11': 'merger',
  '21': 'closed_by_registrar',
  '31': 'other',
};
