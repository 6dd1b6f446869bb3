'use strict';
// The charts of the page's run: see page.js.

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const plots = {};

// stroke is the colour of a chart's line.
const stroke = (i) => (i ? 'hsl(' + (210 + 47 * i) % 360 + ' 60% 50%)' : colour('--accent'));

// chart makes a chart, or gives the one that is there other data.
function chart(id, data, how) {
  const box = $(id);
  const key = JSON.stringify([how, data.length, chosen.logx, colour('--paper'), box.clientWidth]);
  if (plots[id] && plots[id].key === key) {
    plots[id].plot.setData(data);
    return;
  }
  if (plots[id]) plots[id].plot.destroy();
  const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') } };
  const plot = new uPlot({
    width: Math.max(200, box.clientWidth), height: 210, legend: { show: false }, cursor: { show: true },
    scales: { x: { time: false, distr: chosen.logx ? 3 : 1 }, y: { distr: how.distr, range: how.range } },
    axes: [{ ...axis, label: 'seconds', labelSize: 18 }, { ...axis, size: 70, values: (_, list) => list.map((v) => (v === null ? '' : short(v))) }],
    series: [{}, ...data.slice(1).map((_, i) => ({ stroke: stroke(i), width: 2, paths: how.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
      points: { show: false } }))],
  }, data, box);
  plots[id] = { plot, key };
}

// least is the shortest time on a logarithmic axis.
const least = 1e-3;
const time = (seconds) => (chosen.logx ? Math.max(least, seconds || 0) : seconds || 0);

function charts() {
  if (!run.points.length) return;
  const gaps = chosen.gap && run.about && run.about.best_known;
  const list = run.points.map((p) => [time(p.elapsed_seconds), gaps ? gapOf(p) : value(p)]);
  const last = run.course[run.course.length - 1];
  if (last && !run.end) list.push([time(last.elapsed_seconds), gaps ? gapOf(last) : value(last)]);
  const ys = list.map((p) => p[1]);
  const distr = !chosen.logy ? 1 : ys.every((y) => y > 0) ? 3 : 4; // of what is not above 0 there is no logarithm, but an arsinh
  chart('cost', [list.map((p) => p[0]), ys], { distr, stepped: true });
  const end = list[list.length - 1];
  $('cost').setAttribute('aria-label', (gaps ? 'Gap in per cent' : 'Best ' + (run.about ? run.about.word : 'cost')) + ' over time: ' +
    list[0][1] + ' at first, ' + end[1] + ' after ' + end[0].toFixed(1) + ' seconds');
  const paced = run.course.filter((p) => p.pace);
  $('speeds').hidden = paced.length < 2;
  if (paced.length < 2) return;
  const at = paced.map((p) => time(p.elapsed_seconds));
  chart('speed', [at, paced.map((p) => p.pace.rate)], { distr: 1 });
  chart('accept', [at, paced.map((p) => p.pace.accepted)], { distr: 1 });
  $('byshare').hidden = !run.names.length;
  if (run.names.length) shares(paced, at);
  const heats = paced.filter((p) => p.temperature > 0);
  $('heated').hidden = heats.length < 2;
  if (heats.length < 2) return;
  const unit = Math.abs((run.about && run.about.units) || 1);
  chart('heat', [heats.map((p) => time(p.elapsed_seconds)), heats.map((p) => p.temperature / unit)], { distr: 3 });
}

// shares shows how fast each device, machine or method is. Where there are many, the last line is all but those named first.
function shares(paced, at) {
  chart('share', [at, ...run.names.map((_, i) => paced.map((p) => (p.pace.each && p.pace.each[i] !== undefined ? p.pace.each[i] : null)))], { distr: 1 });
  const told = run.names.join('\n');
  if (told === shares.told) return;
  shares.told = told;
  $('keys').replaceChildren(...run.names.map((name, i) => {
    const key = node('span');
    key.style.background = stroke(i);
    const item = node('li');
    item.append(key, name);
    return item;
  }));
}
