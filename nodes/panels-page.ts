/** The panels as a page of their own, for a phone in the attic. It holds nothing by itself: what it shows, it asks for with the token of who looks. */

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Zigbee</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../resources/node-red-contrib-zigbee-gateway/panels.css">
</head>
<body class="zg-body">
<main id="zigbee-gateway-page"></main>
<noscript>This page needs JavaScript.</noscript>
<script src="../resources/node-red-contrib-zigbee-gateway/panels.js"></script>
</body>
</html>
`;

/** Nothing from elsewhere. It may ask elsewhere, to see whether the API is reached where it says that it is. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' http:; img-src 'self' data:; base-uri 'none'; form-action 'none'";
