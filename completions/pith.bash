# Completion of pith for bash: verbs, options, formats, files.

_pith()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local verbs="extract batch strip perplexity eval analyze train models help version"
    local bounds="--output --charset --text --max-input --max-depth --max-nodes --deadline --strict --help"
    local judge="--format --method --model --bias --rules --short-alone --precision --recall --limit --per --combine --mark --lang --vote --filter --comment-words --links --images --metadata"

    # --format=json comes as three words: --format, =, json
    [[ $word == "=" ]] && word=
    [[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD - 2]}

    case ${COMP_WORDS[1]} in
    help)
        ((COMP_CWORD == 2)) && mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$word")
        ((COMP_CWORD >= 2)) && return
        ;;
    version)
        ((COMP_CWORD >= 2)) && return
        ;;
    esac
    case $before in
    -f | --format)
        mapfile -t COMPREPLY < <(compgen -W "text markdown html json cleaneval" -- "$word")
        return
        ;;
    --per)
        mapfile -t COMPREPLY < <(compgen -W "sentence block line" -- "$word")
        return
        ;;
    --combine)
        mapfile -t COMPREPLY < <(compgen -W "default alone words" -- "$word")
        return
        ;;
    --limit | --lang)
        return
        ;;
    --where)
        return
        ;;
    -m | --method)
        mapfile -t COMPREPLY < <(compgen -W "auto words ngram perplexity density minwords bte all" -- "$word")
        return
        ;;
    --measures)
        mapfile -t COMPREPLY < <(compgen -W "all wordf1 shingle bow align ncleaner editsim snippets \
            rougeLsum segments block block4 blockset" -- "$word")
        return
        ;;
    --tokens)
        mapfile -t COMPREPLY < <(compgen -W "word cjk" -- "$word")
        return
        ;;
    --classes)
        mapfile -t COMPREPLY < <(compgen -W "2 4" -- "$word")
        return
        ;;
    --features)
        mapfile -t COMPREPLY < <(compgen -W "words links density local-current local all" -- "$word")
        return
        ;;
    --folding)
        mapfile -t COMPREPLY < <(compgen -W "ascii unicode" -- "$word")
        return
        ;;
    --clean-most | --least | --bias | --order | -n | --interpolation | -q | --cv | --orders | --test-where)
        return
        ;;
    --calibration)
        mapfile -t COMPREPLY < <(compgen -W "platt isotonic" -- "$word")
        return
        ;;
    --algorithm)
        mapfile -t COMPREPLY < <(compgen -W "tree 1r svm" -- "$word")
        return
        ;;
    --count)
        mapfile -t COMPREPLY < <(compgen -W "words blocks" -- "$word")
        return
        ;;
    --prune)
        mapfile -t COMPREPLY < <(compgen -W "rep ebp none" -- "$word")
        return
        ;;
    --by)
        mapfile -t COMPREPLY < <(compgen -W "site block page_type lang split" -- "$word")
        return
        ;;
    --where | --weigh | --against | --bootstrap | --min-leaf | --max-leaves | --folds | --seed | --trees | --depth | --leaves | --rate | \
        --rows | --columns | --lambda | --least-weight | --least-words | --copy-words | --patience | --forests | --f1 | --field | \
        --snippet-weight)
        return
        ;;
    --rules)
        mapfile -t COMPREPLY < <(compgen -W "all none chars forms bars copyright links" -- "$word")
        return
        ;;
    --as)
        mapfile -t COMPREPLY < <(compgen -W "html text" -- "$word")
        return
        ;;
    --estimate)
        mapfile -t COMPREPLY < <(compgen -W "interpolated kneser-ney" -- "$word")
        return
        ;;
    --order)
        mapfile -t COMPREPLY < <(compgen -W "2 3" -- "$word")
        return
        ;;
    --size | --min-count | --min-word | --vocabulary | -M | --memory)
        return
        ;;
    --vote)
        mapfile -t COMPREPLY < <(compgen -W "majority any all" -- "$word")
        return
        ;;
    --filter)
        mapfile -t COMPREPLY < <(compgen -W "none largest main" -- "$word")
        return
        ;;
    --charset)
        mapfile -t COMPREPLY < <(compgen -W "utf-8 windows-1252 iso-8859-2 windows-1251 \
            shift_jis euc-jp euc-kr gb18030 big5 utf-16le" -- "$word")
        return
        ;;
    --into)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
        ;;
    --max-input | --max-depth | --max-nodes | --deadline | -T | --threads | --max-line | --max-waiting | --url)
        return
        ;;
    esac
    if [[ $word == -* ]]; then
        case ${COMP_WORDS[1]} in
        strip) ;;
        perplexity) bounds="--per --limit --sweep --json --csv --lang --model --text --charset --max-input --output --help" ;;
        eval) bounds="--method --pred --data --measures --where --by --against --csv --json --labels \
            --trec --qrels --model --bias --rules --short-alone --precision --recall --limit --per --combine --lang --vote --as --tokens --bootstrap --seed --threads --output --help" ;;
        analyze) bounds="--data --where --output --json --help" ;;
        models) bounds="--output --help" ;;
        train)
            [[ ${COMP_WORDS[2]} == kind ]] && bounds="--data --where --field --trees --depth --leaves --rate --rows --columns --lambda
                --least-weight --folds --seed --threads --output --help" || [[ ${COMP_WORDS[2]} == auto ]] && bounds="--data --snippets --snippet-weight --where --from --features --trees --forests --depth --leaves --patience --rate --f1 --rows
                --columns --lambda --least-weight --folds --calibration --least-words --copy-words --by --pages --seed --threads
                --output --help" || bounds="--data --where --classes --features --algorithm --count --weigh --min-leaf --max-leaves --prune --folds --by --seed --threads
                --rank --output --help"
            [[ ${COMP_WORDS[2]} == ngram ]] && bounds="--raw --clean --data --where --clean-text --clean-most --order
                --interpolation --folding --non-lexical --direct --bias --least --cv --orders --curve --test --test-where --figures
                --seed --output --help"
            [[ ${COMP_WORDS[2]} == perplexity ]] && bounds="--lang --order --estimate --size --min-count --min-word --vocabulary
                --memory --threads --counts --all --output --help"
            ;;
        batch) bounds="--jsonl --into --resume --no-sync --threads --max-line --max-waiting $judge $bounds" ;;
        *) bounds="$judge --url --explain $bounds" ;;
        esac
        ((COMP_CWORD == 1)) && bounds="$bounds --version"
        mapfile -t COMPREPLY < <(compgen -W "$bounds" -- "$word")
        return
    fi
    if [[ ${COMP_WORDS[1]} == train ]] && ((COMP_CWORD == 2)); then
        mapfile -t COMPREPLY < <(compgen -W "auto density ngram perplexity" -- "$word")
        return
    fi
    if [[ ${COMP_WORDS[1]} == models ]] && ((COMP_CWORD == 2)); then
        mapfile -t COMPREPLY < <(compgen -W "dump load" -- "$word")
        return
    fi
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    if ((COMP_CWORD == 1)); then
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$verbs" -- "$word")
    fi
}
complete -F _pith pith
