import { words } from './phrases.ts';

/** Endings of files that people name. A word with another ending ("node.foo") is no file. */
const ENDINGS = words(`
  c h y l yy cc cpp cxx hpp hh m mm rs go py pyi pyx ipynb rb php pl pm java kt kts scala clj cljs ex exs erl hs ml mli lua r
  jl swift dart cs fs fsx vb zig nim v sv vhd asm s js jsx mjs cjs ts tsx mts cts vue svelte astro html htm xhtml css
  scss sass less styl json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf config properties env xml xsd xsl plist
  csv tsv sql db sqlite sqlite3 md mdx rst txt adoc tex bib org log lock mod sum work gradle sbt cmake mk bazel bzl
  sh bash zsh fish ps1 bat cmd tf tfvars hcl nomad proto graphql gql prisma thrift avsc wasm wat svg png jpg jpeg gif
  webp ico bmp pdf doc docx xls xlsx ppt pptx zip tar gz tgz bz2 xz rar jar war whl deb rpm pem key crt cer pub patch
  diff snap po pot strings arb ejs hbs pug erb haml slim tpl tmpl j2 jinja liquid njk gemspec podspec csproj sln
  vcxproj pbxproj xcconfig storyboard entitlements editorconfig gitignore dockerignore eslintrc prettierrc babelrc
  npmrc nvmrc dist example sample template local bak orig old tmp swp out lst map d el vim cu cl glsl frag vert hlsl
  ttf woff woff2 mp3 mp4 wav parquet arrow feather h5 npy npz pkl pt onnx safetensors service timer socket rules
  pest peg pegjs g4 ebnf bnf ron kdl cue rego dhall nix jsonnet libsonnet bicep sol elm purs fish mdc fsproj vbproj gd
  tscn tres prefab unity blend gltf glb resx xaml axaml cabal opam gyp gn dts dtsi ld ino pde tla lean agda
`);

/** Products that are spelled like files. */
const PRODUCTS = words(
  'node.js next.js vue.js react.js nuxt.js express.js three.js d3.js discord.js deno.js socket.io asp.net vb.net e.g i.e etc.',
);

/** Files without an ending that are known by their spelling. */
const BARE_FILES = words(
  'Makefile makefile GNUmakefile Dockerfile dockerfile Containerfile Gemfile Rakefile Procfile Jenkinsfile Vagrantfile Brewfile Justfile justfile Pipfile Podfile Fastfile Caddyfile Tiltfile LICENSE LICENCE NOTICE README CHANGELOG CONTRIBUTING AUTHORS CODEOWNERS BUILD WORKSPACE VERSION',
);

/** Words that people join with a slash where they mean "or". */
const SLASHED = words(`
  and or read write reads writes input output inputs outputs yes no he she his her him either client server on off true
  false pass fail w o n a i/o tcp ip ci cd ui ux add remove get set start stop push pull commit edit delete change modify
  touch install update merge create rename move refactor him them it up down left right before after request response
  rw ro http https network internet deploy release publish stage fix write code files file folder folders directory
  commits pushes changes edits test tests spec docs doc
`);

const HOST_ENDINGS = words(
  'com org net io dev app ai co uk de fr eu edu gov info cloud internal corp local localhost example test',
);

/** Whether the word is a file that is known without an ending, such as `Makefile`. */
export function isBareFile(word: string): boolean {
  return BARE_FILES.has(word);
}

/** hostile: one word. Whether it is spelled as a path or glob is. */
export function isPathLike(word: string): boolean {
  if (word.length > 400 || /[()=<>"|;$]/.test(word) || /^[-+]*$/.test(word)) return false;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word) || /^--?[a-z]/i.test(word)) return false;
  if (/[\\/]/.test(word)) return isSlashedPath(word);
  if (BARE_FILES.has(word)) return true;
  if (/^\.[a-z][\w.-]*\w$/i.test(word)) return true;
  if (PRODUCTS.has(word.toLowerCase())) return false;
  const dot = word.lastIndexOf('.');
  if (dot < 0 || !ENDINGS.has(word.slice(dot + 1).toLowerCase())) return /^\w[\w-]*\*[\w*-]*$/.test(word);
  const stem = word.slice(0, dot);
  return /^[\p{L}\p{N}_@.+*?{},![\]-]+$/u.test(stem) && /[\p{L}\p{N}*?]/u.test(stem);
}

function isSlashedPath(word: string): boolean {
  if (/^[/\\]+$/.test(word) || /^\d+\/\d+$/.test(word)) return false;
  if (/^(?:\.{0,2}|~)[\\/]/.test(word) || /[\\/]$/.test(word)) return /[\p{L}\p{N}*.~]/u.test(word);
  const parts = word.split(/[\\/]/);
  if (parts.some((part) => part === '')) return false;
  if (parts.every((part) => SLASHED.has(part.toLowerCase()))) return false;
  return parts.every((part) => /^[\p{L}\p{N}_@.+*?{},![\]~#%-]+$/u.test(part));
}

/** hostile: one word. The host that a URL, or a name such as `api.example.com`, names. */
export function hostOf(word: string): string | undefined {
  if (word.length > 400) return undefined;
  const url = /^https?:\/\/([^\s/:?#]{1,253})/i.exec(word);
  if (url !== null) return url[1];
  if (!/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i.test(word)) return undefined;
  return HOST_ENDINGS.has(word.slice(word.lastIndexOf('.') + 1).toLowerCase()) ? word : undefined;
}
