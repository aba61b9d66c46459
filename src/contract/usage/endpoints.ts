import { defineEndpoints } from '../endpoint.ts';
import { usageAnswerSchema } from './usage.ts';

export const usageEndpoints = defineEndpoints('Credits and usage', {
  getUsage: {
    method: 'GET',
    path: '/usage',
    summary: "Today's and this month's requests and searches, and the remaining search quota.",
    description: 'Days and months are in Asia/Tokyo. A request appears within a second.',
    answers: { 200: { description: 'The usage.', schema: usageAnswerSchema } },
  },
});
