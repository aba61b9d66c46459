/** The page that shows the API document. The content policy allows no inline styles or scripts. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Company Data Service</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="icon" type="image/png" sizes="32x32" href="docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="document"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/show.js"></script>
  </body>
</html>
`;

/** Shows the document with "try it" against this service. The key stays in the page until it is reloaded. */
export const showScript = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#document',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
