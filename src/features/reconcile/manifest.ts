import type { AnswerBody } from '../../contract/endpoint.ts';
import { maxReconcileQueries } from '../../contract/limits.ts';
import type { manifestSchema } from '../../contract/reconcile/answers.ts';
import { anyCompany } from '../../contract/reconcile/types.ts';

/** Where a client reaches the service. */
export interface ReconcileAddress {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The key, if it is in the path. */
  readonly key: string | null;
}

const preview = { width: 400, height: 240 } as const;

/** What a client needs to know, for the address that it used. */
export function buildManifest({ baseUrl, key }: ReconcileAddress): AnswerBody<typeof manifestSchema> {
  const service_url = `${baseUrl}/reconcile${key === null ? '' : `/${key}`}`;
  const describeSuggest = (kind: string) => ({
    service_url,
    service_path: `/suggest/${kind}`,
    flyout_service_url: service_url,
    flyout_service_path: `/suggest/${kind}/flyout?id=\${id}`,
  });
  return {
    versions: ['0.2'],
    name: 'Company Data Service (日本の法人)',
    identifierSpace: `${baseUrl}/api/service/companies/`,
    schemaSpace: `${baseUrl}/openapi.json`,
    documentation: `${baseUrl}/docs`,
    defaultTypes: [anyCompany],
    view: { url: `${baseUrl}/desk#/companies/{{id}}` },
    preview: { url: `${service_url}/preview?id={{id}}`, ...preview },
    suggest: {
      entity: describeSuggest('entity'),
      type: describeSuggest('type'),
      property: describeSuggest('property'),
    },
    extend: {
      propose_properties: { service_url, service_path: '/extend/propose' },
      property_settings: settings.map((setting) => ({ ...setting })),
    },
    batchSize: maxReconcileQueries,
    ...(key === null && {
      authentication: {
        type: 'apiKey',
        name: 'x-api-key',
        in: 'header',
        description: 'An API key. Clients that send no headers put it into the address: /reconcile/{key}.',
      },
    }),
  };
}

const settings = [
  {
    name: 'limit',
    label: 'Maximum number of values',
    type: 'number',
    default: 0,
    help_text: 'For properties with several values, such as former names. 0: all.',
  },
  {
    name: 'as_of',
    label: 'Day (YYYY-MM-DD)',
    type: 'text',
    default: '',
    help_text: 'For the legal name: the name of this day. Empty: today.',
  },
  {
    name: 'names',
    label: 'Names',
    type: 'select',
    default: 'current',
    help_text: 'For English and trade names and readings: only current ones, or also earlier ones.',
    choices: [
      { value: 'current', name: 'Current names' },
      { value: 'all', name: 'Current and earlier names' },
    ],
  },
] as const;
