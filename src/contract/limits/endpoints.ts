import { endpoint } from '../endpoint.ts';
import { usageAnswerSchema } from './usage.ts';

export const usageEndpoints = {
  getUsage: endpoint({
    method: 'GET',
    path: '/usage',
    tag: 'Credits and usage',
    summary: 'Requests and searches of this day and month, and what is left of the search quota.',
    description: 'Days and months are those of Asia/Tokyo. A request shows within a second.',
    answers: { 200: { description: 'The usage.', schema: usageAnswerSchema } },
    auth: 'key',
    limit: 'none',
  }),
};
