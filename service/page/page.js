'use strict';
// The page shows runs by the lines of their records, as the service sends them. It asks nobody else for anything.

const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.hash.slice(1));
if (asked.get('token')) {
  sessionStorage.setItem('token', asked.get('token'));
  asked.delete('token');
  history.replaceState(null, '', '#' + asked);
}

// call asks the service for a path.
async function call(path, options = {}) {
  const token = sessionStorage.getItem('token');
  const answer = await fetch(path, { ...options, headers: token ? { Authorization: 'Bearer ' + token } : {} });
  if (answer.status === 401) {
    $('login').hidden = false;
    $('token').focus();
    throw new Error('the token is missing or wrong');
  }
  return answer;
}

// asJSON is the value that a path has, or null if it has none.
async function asJSON(path, options) {
  const answer = await call(path, options);
  return answer.ok ? answer.json() : null;
}

function say(text, wrong) {
  $('said').textContent = text;
  $('said').classList.toggle('wrong', Boolean(wrong));
}

// short writes a number with three digits and a unit.
function short(n) {
  for (const unit of ['', 'k', 'M', 'G', 'T']) {
    if (Math.abs(n) < 999.5) return (unit || n % 1 ? n.toPrecision(3) : String(n)) + unit;
    n /= 1000;
  }
  return n.toPrecision(3) + 'P';
}

const node = (name, text) => Object.assign(document.createElement(name), text === undefined ? {} : { textContent: text });

// The run that is shown.
let run = null;
const chosen = { gap: false, logy: false, logx: false };

function newRun(id) {
  return { id, head: null, about: null, job: null, points: [], course: [], names: [], best: null, end: null, drawn: 0, dirty: true, drawing: false,
    abort: new AbortController() };
}

// value is a cost as users know it.
function value(line) {
  if (line.f !== undefined) return line.f;
  if (run.about && run.about.units) return run.about.offset + line.cost / run.about.units;
  return run.about && run.about.maximised ? -line.cost : line.cost;
}

// take adds a line of the record to a run.
function take(line) {
  if (line.line === 'run') run.head = line;
  if (line.line === 'progress' || line.line === 'live') {
    if (line.line === 'progress') progress(line);
    run.best = line;
    point(line);
  }
  if (line.line === 'incumbent') {
    if (!run.history) { // it has every point, where the course has ten a second
      run.history = true;
      run.points = [];
    }
    point(line);
  }
  if (line.line === 'end') {
    run.end = run.best = line;
    point(line);
  }
  run.dirty = true;
}

// mostCourse bounds the points of the course; mostNames the lines of devices and machines.
const mostCourse = 2048;
const mostNames = 8;

// progress adds a line to the course, with the speeds since the line before. Where the course is long every second point of its older half goes.
function progress(line) {
  const last = run.course[run.course.length - 1];
  if (last) line.pace = paceOf(last, line);
  run.course.push(line);
  if (run.course.length > mostCourse) run.course = run.course.filter((_, i) => i % 2 === 0 || i > mostCourse / 2);
}

// paceOf is how fast the run was between two points of its course.
function paceOf(a, b) {
  const d = b.elapsed_seconds - a.elapsed_seconds;
  const n = b.full_evaluations + b.delta_evaluations - a.full_evaluations - a.delta_evaluations;
  if (!(d > 0)) return undefined;
  const pace = { rate: n / d, accepted: n > 0 ? (b.moves - a.moves) / n : null };
  if (!b.shares) return pace;
  const before = new Map((a.shares || []).map((s) => [s.name, s.evaluations]));
  pace.each = [];
  for (const s of b.shares) {
    let i = run.names.indexOf(s.name);
    if (i < 0) {
      i = Math.min(run.names.length, mostNames);
      run.names[i] = i < mostNames ? s.name : 'all others';
    }
    pace.each[i] = (pace.each[i] || 0) + (s.evaluations - (before.get(s.name) || 0)) / d;
  }
  return pace;
}

function point(line) {
  const last = run.points[run.points.length - 1];
  if (line.infeasible && !run.points.length) return; // its cost is mostly what it violates
  if (last && last.cost === line.cost && last.elapsed_seconds >= (line.elapsed_seconds || 0)) return;
  run.points.push(line);
}

// follow reads the events of a run until they end.
async function follow(mine) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await call('v1/jobs/' + mine.id + '/events', { signal: mine.abort.signal });
      if (!answer.ok) throw new Error((await answer.json()).error);
      mine.points = [];
      mine.course = [];
      mine.names = [];
      mine.history = false;
      await read(answer.body.getReader(), mine);
      break;
    } catch (err) {
      if (mine.abort.signal.aborted) return;
      if (mine.end || tries > 20) break;
      say('the connection is lost: ' + err.message + '; trying again', true);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  await refresh(mine);
}

async function read(reader, mine) {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value: bytes } = await reader.read();
    if (done || run !== mine) return;
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const told = JSON.parse(line.slice(6));
      take(told);
      if (told.line === 'end') refresh(mine); // at once, as the program may be over soon
    }
  }
}

// refresh asks for what the lines do not say, and for the picture.
async function refresh(mine) {
  if (mine.asking || run !== mine) return;
  mine.asking = true;
  try {
    const job = await asJSON('v1/jobs/' + mine.id);
    if (job && run === mine) mine.job = job;
    if (mine.about && mine.about.picture && (mine.best || mine.end)) await picture(mine);
  } catch (err) {
    if (!mine.end) say(err.message, true);
  }
  mine.asking = false;
  mine.dirty = true;
}

async function picture(mine) {
  const cost = (mine.best || mine.end).cost;
  if (mine.pictured === cost) return;
  const answer = await call('v1/jobs/' + mine.id + '/picture');
  if (!answer.ok || run !== mine) return;
  const img = $('picture').querySelector('img');
  const old = img.src;
  img.src = URL.createObjectURL(await answer.blob());
  img.alt = 'Picture of the best solution of ' + mine.about.name + ', ' + mine.about.word + ' ' + value(mine.best || mine.end);
  if (old) URL.revokeObjectURL(old);
  $('picture').hidden = false;
  mine.pictured = cost;
}

// pairs fills a list of terms.
function pairs(list, entries) {
  list.replaceChildren(...entries.filter((e) => e[1] !== null && e[1] !== undefined && e[1] !== '').map(([term, text]) => {
    const box = node('div');
    box.append(node('dt', term), node('dd', text));
    return box;
  }));
}

// table makes a table of rows, the first of which is its head.
function table(caption, rows) {
  const t = node('table');
  t.append(node('caption', caption));
  rows.forEach((cells, i) => {
    const row = t.insertRow();
    cells.forEach((c) => {
      const cell = node(i ? 'td' : 'th', c);
      if (!i) cell.scope = 'col';
      row.append(cell);
    });
  });
  const wide = node('div');
  wide.className = 'wide';
  wide.tabIndex = 0;
  wide.setAttribute('role', 'region');
  wide.setAttribute('aria-label', caption);
  wide.append(t);
  return wide;
}

function gapOf(line) {
  const known = run.about && run.about.best_known;
  return known ? 100 * (line.cost - known) / Math.abs(known) : null;
}

// draw shows the run as it is, at most ten times a second, and not where nothing has changed.
function draw() {
  if (!run || !run.dirty || document.hidden) return;
  run.dirty = false;
  const { head, best, job, about, end } = run;
  const report = job && job.result;
  const course = run.course;
  const last = end || course[course.length - 1] || best;
  $('name').textContent = about ? about.name + ': ' + about.title : head ? head.instance : job ? job.file : '';
  $('state').textContent = stateText(job, end);
  const gap = best && gapOf(best);
  const answer = (report && report.answer) || (job && job.best && job.best.answer);
  pairs($('figures'), [
    ['objective, in the units of the document', answer && answer.objective !== null ? String(answer.objective) : null],
    [about ? about.word : 'cost', best ? String(value(best)) : null],
    ['gap to the best known', gap === null || gap === undefined ? null : gap.toFixed(2) + ' %'],
    ['seconds', last ? (last.elapsed_seconds || 0).toFixed(1) : null],
    ['evaluations', last ? short(last.full_evaluations + last.delta_evaluations) : null],
    ['evaluations a second', rate(course, last)],
    ['moves', last ? short(last.moves) : null],
    ['restarts', last ? short(last.restarts) : null],
  ]);
  $('stop').hidden = Boolean(end) || !job || !['queued', 'running'].includes(job.state);
  $('gap').hidden = !(about && about.best_known);
  charts();
  const rows = run.points.slice(-50).map((p) => [(p.elapsed_seconds || 0).toFixed(3), String(value(p))]);
  $('points').tBodies[0].replaceChildren(...rows.map((cells) => {
    const row = node('tr');
    row.append(...cells.map((c) => node('td', c)));
    return row;
  }));
  $('worth').textContent = about ? about.word : 'cost';
  tables(head, job, report, end);
}

function stateText(job, end) {
  if (job && job.error) return job.error;
  if (end) return 'The run is over: ' + end.status.replaceAll('_', ' ') + '.';
  if (!job) return '';
  if (job.state === 'queued') return 'The run waits in the queue, at place ' + job.place + '.';
  return job.state === 'running' ? 'The run goes on.' : 'The run is ' + job.state + '.';
}

function rate(course, last) {
  if (run.end) {
    const n = last.full_evaluations + last.delta_evaluations;
    return last.elapsed_seconds ? short(n / last.elapsed_seconds) : null;
  }
  const paced = course.slice(-12).filter((p) => p.pace);
  return paced.length ? short(paced.reduce((a, p) => a + p.pace.rate, 0) / paced.length) : null;
}

// tables are what changes seldom; it is made anew only where it has.
function tables(head, job, report, end) {
  const best = job && job.best;
  const answer = (report && report.answer) || (best && best.answer);
  const told = [report && report.violations, end && end.violations, answer && answer.violations, best && best.violations];
  const violations = told.find((list) => list && list.length) || [];
  const list = [];
  if (violations.length) list.push(table('Violated', [['constraint', 'by'], ...violations.map((v) => [v.name, String(v.amount)])]));
  const sides = (end && end.sides) || [];
  if (sides.length) {
    list.push(table('Devices', [['device', 'method', 'walks', 'evaluations', 'evaluations a second', 'incumbents'], ...sides.map((s) => {
      const n = s.full_evaluations + s.delta_evaluations;
      return [s.device, s.method, s.walks, short(n), end.elapsed_seconds ? short(n / end.elapsed_seconds) : '', s.incumbents].map(String);
    })]));
  }
  const nodes = (end && end.nodes) || [];
  if (nodes.length) {
    list.push(table('Machines', [['machine', 'units', 'seconds of work', 'evaluations', 'incumbents'],
      ...nodes.map((n) => [n.node, n.units, n.work_seconds.toFixed(2), short(n.evaluations || 0), n.incumbents].map(String))]));
  }
  if (answer) list.push(...answered(answer));
  if (head) list.push(table('Settings', [['setting', 'value'], ...settings(head, report)]));
  const notes = [...((run.about && run.about.notes) || []), ...((report && report.notes) || [])];
  if (notes.length) list.push(table('Notes', [['note'], ...notes.map((n) => [n])]));
  const made = JSON.stringify(list.map((l) => l.textContent));
  if (made === run.tables) return;
  run.tables = made;
  $('tables').replaceChildren(...list);
}

// mostRows bounds the rows of an answer.
const mostRows = 200;

// answered is a solution in the names of its document.
function answered(answer) {
  const rows = [];
  if (answer.order) rows.push(...answer.order.map((name, i) => [String(i + 1), String(name)]));
  if (answer.chosen) rows.push(...answer.chosen.map((name) => ['chosen', String(name)]));
  if (answer.values) rows.push(...Object.entries(answer.values).map(([k, v]) => [k, String(v)]));
  if (answer.left_out) rows.push(...answer.left_out.map((name) => ['left out', String(name)]));
  if (answer.vector) rows.push(...answer.vector.map((v, i) => [String(i), String(v)]));
  if (answer.schedule) rows.push(...answer.schedule.map((s) => [s.job + ' on ' + s.machine, s.start + ' to ' + s.end]));
  if (answer.routes) rows.push(...answer.routes.map((r) => [String(r.vehicle), r.stops.join(', ')]));
  if (!rows.length) return [];
  return [table('Answer', [['place', answer.objective === null ? 'it violates constraints' : 'objective ' + answer.objective], ...rows.slice(0, mostRows)])];
}

function settings(head, report) {
  const rows = [['method', report ? report.method : head.method.name]];
  if (report && report.author && report.author !== report.method) rows.push(['found by', report.author]);
  rows.push(['seed', String(head.seed)], ['walks', String(head.walks)], ['device', head.device || 'cpu'], ['file', head.file]);
  for (const s of head.stop || []) rows.push(['stop: ' + s.kind, s.kind === 'time' ? s.value / 1e9 + ' s' : String(s.value)]);
  for (const [k, v] of Object.entries((report && report.settings) || head.method.settings || {})) {
    rows.push([k, typeof v === 'object' ? JSON.stringify(v) : String(v)]);
  }
  return rows;
}

// open shows a run.
async function open(id) {
  if (run) run.abort.abort();
  const mine = run = newRun(id);
  $('picture').hidden = true;
  $('picture').querySelector('img').removeAttribute('src');
  $('tables').replaceChildren();
  $('run').hidden = false;
  for (const a of document.querySelectorAll('#jobs a')) {
    if (a.dataset.id === id) a.setAttribute('aria-current', 'true');
    else a.removeAttribute('aria-current');
  }
  mine.about = await asJSON('v1/jobs/' + id + '/instance');
  if (run !== mine) return;
  follow(mine);
  refresh(mine);
}

// list shows which runs there are.
async function list() {
  const jobs = await asJSON('v1/jobs');
  if (!jobs) return;
  $('login').hidden = true;
  const told = JSON.stringify(jobs.map((j) => [j.id, j.state]));
  if (told !== list.told) {
    list.told = told;
    say(jobs.length ? jobs.filter((j) => j.state === 'running').length + ' running, ' + jobs.length + ' in all' : 'no run yet; waiting');
    $('jobs').hidden = jobs.length < 2;
    $('jobs').querySelector('ul').replaceChildren(...jobs.slice(0, mostRows).map((j) => {
      const a = node('a', j.file + ' · ' + j.state + ' · ' + new Date(j.created).toLocaleTimeString());
      a.href = '#job=' + j.id;
      a.dataset.id = j.id;
      if (run && run.id === j.id) a.setAttribute('aria-current', 'true');
      const li = node('li');
      li.append(a);
      return li;
    }));
  }
  if (!run && jobs.length) await open(new URLSearchParams(location.hash.slice(1)).get('job') || jobs[0].id);
}

async function watch() {
  try {
    await list();
  } catch (err) {
    if (run && run.end) {
      say('the program has ended; this is what it found');
      return;
    }
    say(err.message, true);
  }
  setTimeout(watch, 2000);
}

addEventListener('hashchange', () => {
  const id = new URLSearchParams(location.hash.slice(1)).get('job');
  if (id && (!run || run.id !== id)) {
    open(id).then(() => $('name').focus(), (err) => say(err.message, true));
  }
});
$('login').addEventListener('submit', (e) => {
  e.preventDefault();
  sessionStorage.setItem('token', $('token').value.trim());
  list().catch((err) => say(err.message, true));
});
$('stop').addEventListener('click', async () => {
  try {
    await call('v1/jobs/' + run.id, { method: 'DELETE' });
    say('stopped');
  } catch (err) {
    say(err.message, true);
  }
});
for (const id of Object.keys(chosen)) {
  $(id).addEventListener('click', () => {
    chosen[id] = !chosen[id];
    $(id).setAttribute('aria-pressed', String(chosen[id]));
    if (run) run.dirty = true;
    draw();
  });
}
addEventListener('resize', () => { if (run) run.dirty = true; });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (run) run.dirty = true; });
setInterval(draw, 100);
setInterval(() => { if (run && !run.end) refresh(run); }, 1000);
watch();
