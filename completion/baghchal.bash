# bash completion for baghchal

_baghchal()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local commands='play show perft replay convert solve value verify engine serve backup match analyse help'
    local words=

    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        words="$commands --help --version"
    else
        case $previous in
            --board) words='standard 4x4 3x3' ;;
            --rules) words='nepal four six spiralogics no-repeat all-goats' ;;
            --from | --to) words='position python-position obx gamesman record python-game' ;;
            --against) words='1 2 3 4 5 6 7 8 perfect' ;;
            --side) words='goats tigers' ;;
            --colour) words='auto always never' ;;
            --position | --threads | --sample | --seed | --memory | --goats | --tigers) return ;;
            --only) words='movement placement' ;;
            --solve) words='yes no' ;;
            --address | --port | --origin | --trusted-proxy | --connections | --connections-per-address | --tables) return ;;
            --config | --data | --web | --solutions) return ;;
            --path) words='auto portable avx2 avx512' ;;
            --solution | --out | --games | --turns | --movetime | --lines | --depth | --nodes) return ;;
            *)
                case $command in
                    play)
                        words='--rules --board --position --goats --tigers --against --side --solve --new --resume --plain --ascii
                            --colour --help'
                        ;;
                    show) words='--rules --board --colour --ascii --json --help' ;;
                    perft) words='--position --rules --board --divide --threads --json --help' ;;
                    replay) words='--json --help' ;;
                    convert) words='--from --to --rules --board --help' ;;
                    solve)
                        words='--rules --board --only --out --threads --memory --path --again --atlas --help'
                        ;;
                    value) words='--rules --board --solution --json --stdin --longest --help' ;;
                    verify) words='--sample --all --only --rules --board --solution --threads --seed --memory --help' ;;
                    analyse)
                        words='--lines --depth --nodes --movetime --threads --memory --rules --board --solution --no-tables'
                        words+=' --json --help'
                        ;;
                    engine) words='--board --help' ;;
                    serve)
                        words='--config --address --port --data --web --origin --trusted-proxy --connections'
                        words+=' --connections-per-address --tables --threads --solve --solutions --help'
                        ;;
                    backup) words='--data --help' ;;
                    match) words='--games --openings --turns --records --rules --board --movetime --seed --solve --json --help' ;;
                    help) words="$commands --help --version" ;;
                esac
                ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o default -F _baghchal baghchal
