import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readStaticFiles } from '../../../src/view/server/static-files.ts';
import { TOKEN, ViewStand } from '../view-stand.ts';
import { raw, silentSource } from './silent-source.ts';

let stand: ViewStand;
afterEach(() => stand.stop());

const ROUTES: readonly string[] = [
  '/api/home',
  '/api/runs',
  '/api/runs/0123456789abcdef/review',
  '/api/runs/0123456789abcdef/rows?from=0&count=10',
  '/api/records/0',
  '/api/events',
  '/api/nothing',
];

async function started(): Promise<ViewStand> {
  stand = await new ViewStand().start({ source: silentSource().source });
  return stand;
}

describe('a request that is not of this page', () => {
  it.each([
    ['another name', 'evil.example'],
    ['a name that was bound to this address', 'rebind.evil.example:PORT'],
    ['the address without a port', '127.0.0.1'],
    ['another port', '127.0.0.1:1'],
    ['the other family', '[::1]:PORT'],
    ['an address that means the same', '127.1:PORT'],
    ['a name with a dot behind it', 'localhost.:PORT'],
    ['capitals', 'LOCALHOST:PORT'],
    ['a name in front', 'evil.example@127.0.0.1:PORT'],
  ])('is refused with %s as its Host, whatever it asks for', async (_what, host) => {
    const { server } = await started();
    const headers = { host: host.replace('PORT', String(server.port)) };
    for (const path of ['/', '/app.js', ...ROUTES]) {
      const { status, text } = await stand.ask({ path, headers });
      // What is no host at all is refused before it is judged.
      expect([path, [400, 421].includes(status)]).toEqual([path, true]);
      expect(text).not.toContain('page');
    }
  });

  it.each([
    ['of another site', 'http://evil.example'],
    ['of another port', 'http://127.0.0.1:1'],
    ['of no site', 'null'],
    ['with another scheme', 'https://127.0.0.1:PORT'],
  ])('is refused with an Origin %s, token or not', async (_what, origin) => {
    const { server } = await started();
    const headers = { origin: origin.replace('PORT', String(server.port)) };
    for (const path of ROUTES) {
      expect((await stand.ask({ path, headers })).status).toBe(403);
      expect((await stand.ask({ path, headers, bare: true })).status).toBe(403);
    }
    expect(
      (await stand.ask({ method: 'POST', path: '/api/approvals/apr-000000000000', headers })).status,
    ).toBe(403);
  });

  it.each(['cross-site', 'same-site'])('is refused where the browser calls it %s', async (site) => {
    await started();
    const headers = { 'sec-fetch-site': site };
    for (const path of ROUTES) expect((await stand.ask({ path, headers })).status).toBe(403);
    // A link from elsewhere opens the page, which knows nothing.
    expect((await stand.ask({ path: '/', headers })).status).toBe(200);
  });

  it('is let in from the page itself, and from an address that was typed', async () => {
    const { server } = await started();
    const own = { origin: `http://127.0.0.1:${server.port}`, 'sec-fetch-site': 'same-origin' };
    expect((await stand.ask({ path: '/api/runs', headers: own })).status).toBe(200);
    expect((await stand.ask({ path: '/', headers: { 'sec-fetch-site': 'none' }, bare: true })).status).toBe(
      200,
    );
    expect(
      (await stand.ask({ path: '/api/runs', headers: { host: `localhost:${server.port}` } })).status,
    ).toBe(200);
  });

  it('gets no leave from a preflight', async () => {
    await started();
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'GET' };
    const { status, headers: answered } = await stand.ask({ method: 'OPTIONS', path: '/api/runs', headers });
    expect(status).toBe(403);
    expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the token', () => {
  it.each([
    ['none', {}],
    ['another', { authorization: 'Bearer another' }],
    ['its beginning', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['more than it', { authorization: `Bearer ${TOKEN}x` }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['nothing behind the scheme', { authorization: 'Bearer ' }],
    ['a cookie', { cookie: `token=${TOKEN}` }],
  ])('is wanted by every address of the api: %s is not enough', async (_what, headers) => {
    await started();
    for (const path of ROUTES) {
      const { status, json } = await stand.ask({ path: `${path}`, headers, bare: true });
      expect([path, status]).toEqual([path, 401]);
      expect(json).toEqual({ error: { code: 'no_token', message: expect.any(String) } });
    }
    const posted = await stand.ask({
      method: 'POST',
      path: '/api/approvals/apr-000000000000',
      headers,
      bare: true,
    });
    expect(posted.status).toBe(401);
  });

  it('is no part of an address', async () => {
    await started();
    expect((await stand.ask({ path: `/api/runs?token=${TOKEN}`, bare: true })).status).toBe(401);
  });

  it('stands in the fragment of the page’s address, and in no answer', async () => {
    const { server } = await started();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/#${TOKEN}`);
    for (const path of ['/', '/app.js', ...ROUTES.filter((one) => one !== '/api/events')]) {
      const { text, headers } = await stand.ask({ path });
      expect(text + JSON.stringify(headers)).not.toContain(TOKEN);
    }
  });

  it('is given once for the ticket that the browser was opened with', async () => {
    const { server } = await started();
    const ticket = server.ticketUrl().split('#')[1]!;
    expect(server.ticketUrl()).not.toContain(TOKEN);
    const later = server.ticketUrl().split('#')[1]!;
    const give = (secret: string) =>
      stand.ask({
        method: 'POST',
        path: '/api/session',
        headers: { authorization: `Bearer ${secret}` },
        bare: true,
      });
    expect((await give(ticket)).status).toBe(401);
    expect(await give(later)).toMatchObject({ status: 200, json: { token: TOKEN } });
    expect((await give(later)).status).toBe(401);
    expect(
      (await stand.ask({ path: '/api/runs', headers: { authorization: `Bearer ${later}` }, bare: true }))
        .status,
    ).toBe(401);
    expect((await give(TOKEN)).status).toBe(401);
  });

  it('is not given for a ticket that is a minute old', async () => {
    let now = 0;
    stand = await new ViewStand().start({ source: silentSource().source, clock: () => now });
    const ticket = stand.server.ticketUrl().split('#')[1]!;
    now = 60_000;
    const headers = { authorization: `Bearer ${ticket}` };
    expect((await stand.ask({ method: 'POST', path: '/api/session', headers, bare: true })).status).toBe(401);
  });
});

describe('methods', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is refused where things are read',
    async (method) => {
      await started();
      for (const path of ['/', ...ROUTES])
        expect([path, (await stand.ask({ method, path })).status]).toEqual([path, 405]);
    },
  );

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused where a hold is answered', async (method) => {
    await started();
    expect((await stand.ask({ method, path: '/api/approvals/apr-000000000000' })).status).toBe(405);
    expect((await stand.ask({ method, path: '/api/session' })).status).toBe(405);
  });
});

describe('paths', () => {
  const SECRET = 'what nobody may read';

  it.each([
    '/../secret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/..%5csecret.js',
    '/..\\secret.js',
    '/....//secret.js',
    '/%252e%252e/secret.js',
    '/page/../../secret.js',
    '//secret.js',
    '/secret.js%00.html',
    '/app.js/../../secret.js',
    '/etc/passwd',
    '//etc/passwd',
    '/.env',
    '/api/../secret.js',
    '/link.js',
  ])('%s leads to no file', async (path) => {
    stand = new ViewStand();
    const page = join(stand.dir, 'page');
    mkdirSync(page);
    writeFileSync(join(stand.dir, 'secret.js'), SECRET);
    writeFileSync(join(page, 'index.html'), 'page');
    writeFileSync(join(page, 'app.js'), '1');
    writeFileSync(join(page, '.env'), SECRET);
    symlinkSync(join(stand.dir, 'secret.js'), join(page, 'link.js'));
    await stand.start({ source: silentSource().source, files: readStaticFiles(page) });
    const { status, text } = await raw(stand.server.port, path);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('root:');
    expect([400, 404]).toContain(status);
  });

  it.each([
    '/api/records/-1',
    '/api/records/1e9',
    '/api/records/99999999999999999999',
    '/api/runs/x/rows?from=-1',
    '/api/runs/x/rows?count=abc',
  ])('%s is answered with a sentence', async (path) => {
    await started();
    const { status, json } = await stand.ask({ path });
    expect([400, 404]).toContain(status);
    expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  });
});

describe('answers', () => {
  it('carry the headers that keep a page to itself, errors too', async () => {
    await started();
    for (const asking of [
      { path: '/' },
      { path: '/api/runs' },
      { path: '/api/runs', bare: true },
      { path: '/nothing' },
    ]) {
      const { headers } = await stand.ask(asking);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      if (asking.path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('tell no detail of what failed', async () => {
    await started();
    const { status, text } = await stand.ask({ path: '/api/runs/0123456789abcdef/review' });
    expect(status).toBe(500);
    expect(text).not.toMatch(/nobody may see|at .*\.ts|node_modules/);
  });

  it('are only given on the loopback', async () => {
    const { server } = await started();
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, internal, family } of others) {
      if (internal || family !== 'IPv4') continue;
      await expect(raw(server.port, '/', address)).rejects.toThrow();
    }
    await expect(raw(server.port, '/', '127.0.0.2')).rejects.toThrow();
  });
});
