import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { defineKnownFields } from '../fields.ts';

export const apiDocumentEndpoints = defineEndpoints('Service', {
  getApiDocument: {
    method: 'GET',
    path: '/openapi.json',
    root: true,
    summary: 'This document',
    auth: 'none',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.looseObject({}), streamed: true } },
  },
  showApiDocument: {
    method: 'GET',
    path: '/docs',
    root: true,
    summary: 'This document as a web page, for reading and trying requests',
    auth: 'none',
    slashRedirects: true,
    produces: ['text/html'],
    answers: { 200: { description: 'The page.' } },
  },
  getDocumentPagePart: {
    method: 'GET',
    path: '/docs/:part',
    root: true,
    summary: 'A stylesheet, script or image of that page',
    auth: 'none',
    produces: ['text/css', 'text/javascript', 'image/png'],
    params: defineKnownFields({ part: z.string().max(100).describe('File name.') }),
    answers: { 200: { description: 'The file.' } },
    errors: ['not_found'],
  },
});
