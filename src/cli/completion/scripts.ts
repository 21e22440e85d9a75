/** Each script runs `opgen __complete -- <words>`, which prints a value, a tab and a description on each line. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof shells)[number];

export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for opgen. To load it in every shell, add this line to ~/.bashrc:
#   source <(opgen completion bash)
_opgen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" tab=$'\\t' line
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  [[ $current == '=' ]] && current=''
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files | :folders)
        compopt -o filenames 2> /dev/null
        local action=-f
        [[ $line == :folders ]] && action=-d
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$action" -- "$current")
        ;;
      *) COMPREPLY+=("\${line%%"$tab"*}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]}" 2> /dev/null)
}
complete -F _opgen opgen
`,
  zsh: `#compdef opgen
# zsh completion for opgen. To load it in every shell, add this line to ~/.zshrc, after compinit:
#   source <(opgen completion zsh)
_opgen() {
  local tab=$'\\t' line found=1
  local -a candidates
  for line in "\${(@f)$("$words[1]" __complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}"; do
    case "$line" in
      '') ;;
      :files) _files && found=0 ;;
      :folders) _files -/ && found=0 ;;
      *) candidates+=("\${\${line//:/\\\\:}/$tab/:}") ;;
    esac
  done
  (( $#candidates )) && _describe opgen candidates && found=0
  return found
}
if [[ $funcstack[1] == _opgen ]]; then _opgen "$@"; else compdef _opgen opgen; fi
`,
  fish: `# fish completion for opgen. To load it in every shell:
#   opgen completion fish > ~/.config/fish/completions/opgen.fish
function __opgen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete -- $words[2..-1] "$current" 2> /dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end
complete -c opgen -f -a '(__opgen_complete)'
`,
  powershell: `# PowerShell completion for opgen. To load it in every shell, add this line to the file $PROFILE:
#   opgen completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName opgen -ScriptBlock {
    param($current, $line, $position)
    $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    # Some versions drop an empty argument.
    if ($current -eq '') { $words += ' ' }
    opgen __complete -- @words 2> $null | Where-Object { $_ -notmatch '^:' } | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
}
`,
};
