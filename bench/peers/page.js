/* Alternatives to the product's chart. Each draws the same curves with a legend and a reading of all of them at the pointer, every value,
   without animation. */
import { Chart, registerables } from 'chart.js'
import 'chartjs-adapter-date-fns'
import * as echarts from 'echarts'
import Plotly from 'plotly.js-dist-min'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Legend, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'

import { COLOURS, DASHES, isLong } from '../chart-page/page.tsx'

Chart.register(...registerables)

/** A reading names a curve. */
const isIn = (element) => /Actual|forecast/.test(element?.textContent ?? '')

/** https://echarts.apache.org/en/option.html#series-line */
function drawWithECharts(stage, data) {
  let chart = null
  const series = data.curves.map(({ name, style, values, colourIndex }) => ({
    name,
    type: 'line',
    showSymbol: false,
    smooth: !isLong(data),
    lineStyle: { width: 2, type: style === 'solid' ? 'solid' : DASHES[style] },
    itemStyle: { color: COLOURS[colourIndex] },
    data: values.map((value, index) => [data.timesS[index] * 1000, value]),
  }))
  return {
    mount() {
      chart = echarts.init(stage)
      chart.setOption({
        animation: false,
        legend: {},
        tooltip: { trigger: 'axis' },
        xAxis: { type: 'time' },
        yAxis: { type: 'value', scale: true },
        series,
      })
    },
    unmount: () => chart.dispose(),
    isRead: () => isIn(stage),
  }
}

/** https://www.chartjs.org/docs/latest/general/performance.html */
function drawWithChartJs(stage, data) {
  const canvas = stage.appendChild(document.createElement('canvas'))
  let chart = null
  const datasets = data.curves.map(({ name, style, values, colourIndex }) => ({
    label: name,
    borderColor: COLOURS[colourIndex],
    borderWidth: 2,
    borderDash: DASHES[style],
    pointRadius: 0,
    tension: isLong(data) ? 0 : 0.4,
    data: values.map((value, index) => ({ x: data.timesS[index] * 1000, y: value ?? Number.NaN })),
  }))
  const [min, max] = [data.timesS[0] * 1000, data.timesS.at(-1) * 1000]
  return {
    mount() {
      chart = new Chart(canvas, {
        type: 'line',
        data: { datasets },
        options: {
          animation: false,
          parsing: false,
          normalized: true,
          maintainAspectRatio: false,
          interaction: { mode: 'index', intersect: false },
          scales: { x: { type: 'time', min, max, ticks: { minRotation: 0, maxRotation: 0 } } },
        },
      })
    },
    unmount: () => chart.destroy(),
    isRead: () => chart.tooltip.opacity > 0,
  }
}

/** https://plotly.com/javascript/webgl-vs-svg/ */
function drawWithPlotly(stage, data) {
  const traces = data.curves.map(({ name, style, values, colourIndex }) => ({
    name,
    type: isLong(data) ? 'scattergl' : 'scatter',
    mode: 'lines',
    line: {
      width: 2,
      color: COLOURS[colourIndex],
      dash: { solid: 'solid', dashed: 'dash', dimmed: 'dot' }[style],
      shape: isLong(data) ? 'linear' : 'spline',
    },
    x: data.timesS.map((timeS) => timeS * 1000),
    y: values,
  }))
  return {
    mount: () => Plotly.newPlot(stage, traces, { hovermode: 'x unified', xaxis: { type: 'date' } }),
    unmount: () => Plotly.purge(stage),
    isRead: () => isIn(stage.querySelector('.hoverlayer')),
  }
}

/** https://recharts.github.io/en-US/guide/performance/ */
function drawWithRecharts(stage, data) {
  const root = createRoot(stage)
  const rows = data.timesS.map((timeS, index) => ({
    timeS,
    ...Object.fromEntries(data.curves.map(({ name, values }) => [name, values[index]])),
  }))
  const hour = (timeS) => new Date(timeS * 1000).toISOString().slice(0, 16)
  const lines = data.curves.map(({ name, style, colourIndex }) =>
    createElement(Line, {
      key: name,
      dataKey: name,
      type: isLong(data) ? 'linear' : 'monotone',
      stroke: COLOURS[colourIndex],
      strokeWidth: 2,
      strokeDasharray: DASHES[style].join(' '),
      dot: false,
      isAnimationActive: false,
    }),
  )
  const domain = ['dataMin', 'dataMax']
  const hours = { dataKey: 'timeS', type: 'number', scale: 'time', domain, tickFormatter: hour }
  const chart = createElement(
    LineChart,
    { width: 1100, height: 400, data: rows },
    createElement(XAxis, hours),
    createElement(YAxis, { domain: ['auto', 'auto'] }),
    createElement(Tooltip, { labelFormatter: hour, isAnimationActive: false }),
    createElement(Legend),
    ...lines,
  )
  return {
    mount: () => flushSync(() => root.render(chart)),
    unmount: () => root.unmount(),
    isRead: () => isIn(stage.querySelector('.recharts-tooltip-wrapper')),
  }
}

Object.assign(window.subjects, {
  ECharts: drawWithECharts,
  'Chart.js': drawWithChartJs,
  Plotly: drawWithPlotly,
  Recharts: drawWithRecharts,
})
