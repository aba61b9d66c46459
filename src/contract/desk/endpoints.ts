import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { defineKnownFields } from '../fields.ts';

export const deskEndpoints = defineEndpoints('Service', {
  showDesk: {
    method: 'GET',
    path: '/desk',
    root: true,
    summary: 'The desk: a web page for tables, review, companies, Lists and credits, which uses this API',
    auth: 'none',
    slashRedirects: true,
    produces: ['text/html'],
    answers: { 200: { description: 'The page.' } },
  },
  getDeskPart: {
    method: 'GET',
    path: '/desk/:part',
    root: true,
    summary: 'A stylesheet or script of the desk',
    auth: 'none',
    produces: ['text/css', 'text/javascript'],
    params: defineKnownFields({ part: z.string().max(100).describe('File name.') }),
    answers: { 200: { description: 'The file.' } },
    errors: ['not_found'],
  },
});
