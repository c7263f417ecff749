/**
 * What a person's shell loads. Each script asks `tracekit complete -- WORDS` and runs nothing else: the words go to it
 * as they were typed, never through `eval`, which would run what stands between backquotes. The first line of the
 * answer says whether paths may stand there, each other one is a candidate, a tab, and what it is.
 */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

const BASH = `# tracekit's completion for bash. In ~/.bashrc: source <(tracekit completion bash)
_tracekit() {
  local paths value rest
  COMPREPLY=()
  {
    read -r paths
    while IFS=$'\\t' read -r value rest; do COMPREPLY+=("$value"); done
  } <<<"$(tracekit complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
  # Bash 3.2 has no compopt: there, files are offered where nothing else is.
  if [[ $paths == none ]]; then compopt +o default 2>/dev/null
  elif [[ $paths == folders ]]; then compopt -o dirnames 2>/dev/null
  fi
  return 0
}
complete -o default -F _tracekit tracekit
`;

const ZSH = `#compdef tracekit
# tracekit's completion for zsh. In ~/.zshrc, behind compinit: source <(tracekit completion zsh)
_tracekit() {
  local -a answer candidates
  local line
  answer=("\${(@f)$(tracekit complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${(@)answer[2,-1]}"; do
    [[ -n $line ]] && candidates+=("\${\${line//:/\\\\:}/$'\\t'/:}")
  done
  (( $#candidates )) && _describe tracekit candidates
  case $answer[1] in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
compdef _tracekit tracekit
`;

const FISH = `# tracekit's completion for fish. Once: tracekit completion fish > ~/.config/fish/completions/tracekit.fish
function __tracekit_candidates
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l answer (tracekit complete -- $before[2..-1] "$typed" 2>/dev/null)
    for line in $answer[2..-1]
        test -n "$line"; and echo $line
    end
    switch "$answer[1]"
        case files
            __fish_complete_path "$typed"
        case folders
            __fish_complete_directories "$typed"
    end
end
complete -c tracekit -f -a '(__tracekit_candidates)'
`;

const POWERSHELL = `# tracekit's completion for PowerShell. In $PROFILE: tracekit completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName tracekit -ScriptBlock {
  param($typed, $line, $cursor)
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  # An empty last word would get lost on the way to the program.
  if ($typed -eq '') { $answer = @(tracekit complete --new -- @words 2>$null) }
  else { $answer = @(tracekit complete -- @words 2>$null) }
  $answer | Select-Object -Skip 1 | Where-Object { $_ } | ForEach-Object {
    $value, $what = $_ -split "\`t", 2
    if (-not $what) { $what = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $what)
  }
}
`;

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
