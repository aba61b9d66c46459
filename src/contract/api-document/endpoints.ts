import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { knownFields } from '../fields.ts';

export const apiDocumentEndpoints = {
  getApiDocument: endpoint({
    method: 'GET',
    path: '/openapi.json',
    root: true,
    tag: 'Service',
    summary: 'This document',
    auth: 'none',
    limit: 'none',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.looseObject({}), streamed: true } },
  }),
  showApiDocument: endpoint({
    method: 'GET',
    path: '/docs',
    root: true,
    tag: 'Service',
    summary: 'This document as a web page, for reading and trying requests',
    auth: 'none',
    limit: 'none',
    slashRedirects: true,
    produces: ['text/html'],
    answers: { 200: { description: 'The page.' } },
  }),
  getDocumentPagePart: endpoint({
    method: 'GET',
    path: '/docs/:part',
    root: true,
    tag: 'Service',
    summary: 'A stylesheet, script or image of that page',
    auth: 'none',
    limit: 'none',
    produces: ['text/css', 'text/javascript', 'image/png'],
    params: knownFields({ part: z.string().max(100).describe('File name.') }),
    answers: { 200: { description: 'The file.' } },
    errors: ['not_found'],
  }),
};
