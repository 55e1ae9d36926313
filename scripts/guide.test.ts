import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { STATE_WORDS } from '#contract/data-days.ts'

import { guideModule } from './guide.ts'

const TEXT = `## Data calendar

Press **Run \`x\`**, see [above](#top) or [the API](api.md#a) & more.

| a | b |
|---|---|
| 1 | \`"2"\` |

- one
- two *three*

![A card](pictures/states-light.png)
`

test('the guide becomes calls that make its elements, without HTML, and without links out of the product', () => {
  const source = guideModule(TEXT)
  expect(source).toContain('h("h2",{"id":"data-calendar"},"Data calendar",)')
  expect(source).toContain(
    'h("p",null,"Press ",h("strong",null,"Run ",h("code",null,"x",),),", see ",h("a",{"href":"#top"},"above",)," or ","the API"," & more.",)',
  )
  expect(source).toContain(
    'h("tbody",null,h("tr",null,h("td",null,"1",),h("td",null,h("code",null,"\\"2\\"",),),),)',
  )
  expect(source).toContain('h("ul",null,h("li",null,"one",),h("li",null,"two ",h("em",null,"three",),),)')
  expect(source).toMatch(/import picture0 from ".*docs\/pictures\/states-light\.png"/)
  expect(source).toMatch(/alt:"A card",width:\d{3,4},height:\d{3,4}/)
  expect(() => guideModule('<b>bold</b>')).toThrow('HTML')
})

test('the guide names each symbol of the data calendar', () => {
  const [, section = ''] = readFileSync('docs/guide.md', 'utf8').split(/^## Data calendar$/m)
  const text = section.split(/^## /m)[0]?.toLowerCase() ?? ''
  const words = Object.values(STATE_WORDS).flatMap(({ word }) => word.split(' '))
  expect(words.filter((word) => !text.includes(word))).toEqual([])
})
