import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAttempt } from '../../src/features/delivery/delivery-attempts.ts';
import { OutboundClient } from '../../src/outbound/outbound-client.ts';
import { findTargetFault, isPublicAddress } from '../../src/outbound/public-target.ts';

/** Records every connection, whatever is sent on it. */
interface Canary {
  readonly port: number;
  readonly server: Server;
  connections: number;
}

async function startCanary(): Promise<Canary> {
  const canary = { port: 0, connections: 0 };
  const server = createServer((socket) => {
    canary.connections += 1;
    socket.destroy();
  });
  // Both address families, so that every form of this machine's addresses reaches it.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  return Object.assign(canary, { server, port: (server.address() as AddressInfo).port });
}

const insideV4 = [
  '127.0.0.1',
  '127.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

/** Every spelling that a URL parser may read as the IPv4 address. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (part: number) => `0x${part.toString(16)}`;
  const octal = (part: number) => `0${part.toString(8)}`;
  const wide = (text: string) =>
    [...text].map((char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0)).join('');
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    [a, b, c, d].map((part) => wide(String(part))).join('.'),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    [...address].map((char) => `%${(char.codePointAt(0) ?? 0).toString(16)}`).join(''),
    `[::ffff:${address}]`,
    `[::ffff:${hex(a * 256 + b).slice(2)}:${hex(c * 256 + d).slice(2)}]`,
    `[0:0:0:0:0:ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[2002:${hex(a * 256 + b).slice(2)}:${hex(c * 256 + d).slice(2)}::1]`,
  ];
}

const insideNames = [
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '[5f00::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'a.localhost',
  'localhost.localdomain',
  'metadata',
  'metadata.google.internal',
  'instance-data',
  'intranet',
  'printer.local',
  'db.internal',
  'host.docker.internal',
  'kubernetes.default.svc.cluster.local',
  'router.lan',
  'wiki.corp',
  'nas.home',
  'home.arpa',
  'router.home.arpa',
  '1.0.0.127.in-addr.arpa',
  'ipv4only.arpa',
  'metadata.goog',
  'METADATA.GOOG',
  'metadata.goog.',
  'a.metadata.goog',
  'metadata。goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'a.alt',
  'a.example',
  'xn--a',
  'hidden.onion',
  'service.test',
  'service.invalid',
  'co.jp',
  'com',
  'example.com.',
  '1.2.3.4.5',
  '256.256.256.256',
];

function hostileUrls(port: number): string[] {
  const hosts = [...insideV4.flatMap(spellings), ...insideNames];
  const inside = ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'];
  return [
    ...hosts.map((host) => `https://${host}:${port}/`),
    ...inside.flatMap((host) => [
      `http://${host}:${port}/`,
      `https://example.com@${host}:${port}/`,
      `https://example.com:443@${host}:${port}/`,
      `https://user:secret@example.com:${port}/`,
      `https://${host}:${port}#@example.com/`,
      `https://${host}:${port}?.example.com/`,
      `https://${host}:${port}\\@example.com/`,
      `https:${host}:${port}/`,
      `https:\\\\${host}:${port}\\`,
      ` https://${host}:${port}/`,
      `https://${host}:${port}/ `,
      `ht\ntps://${host}:${port}/`,
      `https://${host}\t:${port}/`,
      `https://\u0000${host}:${port}/`,
      `HTTPS://${host}:${port}/`,
      `//${host}:${port}/`,
      `${host}:${port}`,
      `ftp://${host}:${port}/`,
      `gopher://${host}:${port}/_`,
      `ws://${host}:${port}/`,
      `wss://${host}:${port}/`,
    ]),
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'https://',
    'https:///',
    'https://:443/',
    'https://example.com:99999/',
    'https://metadata.goog/computeMetadata/v1/',
    'https://router.home.arpa:8443/',
    'http://example.com/',
    '',
  ];
}

let canary: Canary;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(async () => {
  await new Promise<void>((resolve) => canary.server.close(() => resolve()));
});

describe('hostile delivery targets', () => {
  it('are refused when they are set and again when they are sent to, and reach nothing', async () => {
    const urls = hostileUrls(canary.port);
    expect(new Set(urls).size).toBeGreaterThanOrEqual(300);
    const outside = new OutboundClient({ permittedOrigins: [], timeoutMs: 500 });
    const accepted: string[] = [];
    for (const url of urls) {
      const refusal = await outside.findRefusal(url);
      // The port alone would be a reason to refuse them all.
      if (refusal === null || /port/.test(refusal)) accepted.push(url);
      const outcome = await outside.post({ url, headers: {}, body: '{}' });
      if (outcome.kind !== 'rejected') accepted.push(`sent: ${url}`);
    }
    expect(accepted).toEqual([]);
    expect(canary.connections).toBe(0);
  });

  it('that are names of inside addresses are refused when set and when connecting', async () => {
    for (const address of [
      ...insideV4,
      '192.88.99.1',
      '192.31.196.1',
      '203.0.113.9',
      '64:ff9b:1::1',
      '2001:2::1',
      '2002:7f00:1::',
      '3fff::1',
      '::ffff:0:7f00:1',
      'fec0::1',
      '::1',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
    ]) {
      const resolve = async () => [
        { address: '93.184.215.14', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ];
      const outside = new OutboundClient({ permittedOrigins: [], resolve, timeoutMs: 500 });
      const url = 'https://hooks.example.com:8443/';
      expect(await outside.findRefusal(url)).toMatch(/resolves to an address/);
      expect(await outside.post({ url, headers: {}, body: '{}' })).toMatchObject({ kind: 'rejected' });
    }
    expect(canary.connections).toBe(0);
  });

  it('that change to an inside address after they were set are refused when connecting', async () => {
    const answers = ['93.184.215.14', '127.0.0.1', '127.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    const outside = new OutboundClient({ permittedOrigins: [], resolve, timeoutMs: 500 });
    const url = 'https://rebinding.example.com/';
    expect(await outside.findRefusal(url)).toBeNull();
    expect(await outside.post({ url, headers: {}, body: '{}' })).toMatchObject({ kind: 'rejected' });
    expect(canary.connections).toBe(0);
  });

  it('that do not resolve at the moment may be set, and are unreachable', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const outside = new OutboundClient({ permittedOrigins: [], resolve, connectMs: 50 });
    expect(await outside.findRefusal('https://hooks.example.com/')).toBeNull();
    expect(await outside.post({ url: 'https://hooks.example.com/', headers: {}, body: '{}' })).toEqual({
      kind: 'unreachable',
    });
  });

  it('include only the exact origin of a permitted test receiver, not another port of it', async () => {
    const outside = new OutboundClient({ permittedOrigins: ['http://127.0.0.1:1'], timeoutMs: 500 });
    expect(await outside.findRefusal('http://127.0.0.1:1/x')).toBeNull();
    expect(await outside.findRefusal(`http://127.0.0.1:${canary.port}/x`)).not.toBeNull();
    expect(canary.connections).toBe(0);
  });
});

describe('ports', () => {
  it.each([22, 25, 80, 465, 636, 3389, 4443, 5432, 6379, 9200, 10250, 444, 1, 65535])(
    '%d is refused when it is set and when it is sent to',
    async (port) => {
      const url = `https://hooks.example.com:${port}/`;
      const outside = new OutboundClient({
        permittedOrigins: [],
        resolve: async () => [{ address: '8.8.8.8', family: 4 }],
      });
      expect(await outside.findRefusal(url)).toBe('The port must be 443 or 8443.');
      expect(await outside.post({ url, headers: {}, body: '{}' })).toMatchObject({ kind: 'rejected' });
    },
  );
});

describe('a receiver that does not answer', () => {
  /** Instead of the internet, every connection goes to a server of this test, whatever the name. */
  async function outcomeAt(port: number) {
    const causes: string[] = [];
    const outside = new OutboundClient({
      permittedOrigins: [],
      resolve: async () => [{ address: '8.8.8.8', family: 4 }],
      createConnection: () => connect({ host: '127.0.0.1', port }),
      timeoutMs: 1_000,
      connectMs: 300,
      onUnreachable: ({ cause }) => causes.push(cause),
    });
    const begun = performance.now();
    const outcome = await outside.post({ url: 'https://hooks.example.com/', headers: {}, body: '{}' });
    return { outcome, causes, took: performance.now() - begun };
  }

  it('does not reveal the reason, not even by timing; the operator sees it', async () => {
    const open = new Set<Socket>();
    const silent = createServer((socket) => open.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const plain = createServer((socket) => {
      open.add(socket.on('error', () => undefined));
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const portOf = (server: Server) => (server.address() as AddressInfo).port;
    const closed = portOf(plain);
    const results = [
      await outcomeAt(portOf(silent)),
      await outcomeAt(canary.port),
      await outcomeAt(portOf(plain)),
    ];
    plain.close();
    for (const socket of open) socket.destroy();
    results.push(await outcomeAt(closed));
    silent.close();
    for (const socket of open) socket.destroy();
    for (const { outcome } of results) expect(outcome).toEqual({ kind: 'unreachable' });
    expect(new Set(results.flatMap(({ causes }) => causes)).size).toBeGreaterThanOrEqual(3);
    // At least the time of a silent receiver, because nothing is known earlier.
    for (const { took } of results) expect(took).toBeGreaterThanOrEqual(295);
    const attempts = results.map(({ outcome }, at) =>
      createAttempt(outcome, new Date(0), new Date(300 + 200 * at)),
    );
    expect(
      new Set(attempts.map(({ message, outcome, duration_ms }) => `${message} ${outcome} ${duration_ms}`)),
    ).toEqual(new Set(['The receiver did not answer. unreachable 1000']));
  });
});

describe('public delivery targets', () => {
  it.each([
    'https://hooks.slack.com/services/T0/B0/x',
    'https://example.com/',
    'https://example.co.jp:8443/hook?x=1',
    'https://例え.jp/',
    'https://app.azurewebsites.net/hook',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('are read: %s', (url) => {
    expect(findTargetFault(url)).toBeNull();
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2404:6800::1'])('include %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
