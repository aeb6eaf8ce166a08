import { expect, test } from 'vitest'
import { findUnlistedLink } from './unlisted-link.ts'

const HOSTS = ['help.northline.test', 'northline.test']

test.each([
  'Dear customer, your points of 1,250.00 are on their way.',
  'See https://help.northline.test/points?lang=fil#late.',
  'See (HTTPS://Help.Northline.test), or help.northline.test/late.',
  'Write to care@northline.test, e.g. today at 5 p.m.',
])('passes %s', (text) => {
  expect(findUnlistedLink(text, HOSTS)).toBeUndefined()
})

test.each([
  ['See https://northline-help.test/points.', 'https://northline-help.test/points'],
  ['See http://help.northline.test', 'http://help.northline.test'],
  ['See https://evil.northline.test', 'https://evil.northline.test'],
  ['See https://help.northline.test@evil.test/', 'https://help.northline.test@evil.test/'],
  ['See help.northline.test@evil.test', 'help.northline.test@evil.test'],
  ['See https://help.northline.test:8443/', 'https://help.northline.test:8443/'],
  ['See javascript://help.northline.test/%0aalert', 'javascript://help.northline.test/%0aalert'],
  ['See https://10.0.0.1/points', 'https://10.0.0.1/points'],
  ['See www.evil.test', 'www.evil.test'],
  ['See evil.test/login', 'evil.test/login'],
  ['See evil．test, evil。test', 'evil.test'],
  ['See https://hеlp.northline.test', 'https://hеlp.northline.test'],
  ['Write to care@evil.test', 'care@evil.test'],
])('finds the link of %s', (text, link) => {
  expect(findUnlistedLink(text, HOSTS)).toBe(link)
})
