# Completion of pith for bash; tools/gen_completions.py writes it.

# Sets options, and for the argument of $before: what, words.
_pith_verb()
{
    case $1 in
    'extract')
        options='--format --method --model --precision --recall --vote --filter --comment-words --links --images --metadata --url --explain --output --charset --text --max-input --max-depth --max-nodes --deadline --strict --beta --bias --rules --short-alone --limit --mark --per --combine --lang --help'
        case $before in
        --format | -f) what=words words='text markdown html json cleaneval' ;;
        --method | -m) what=words words='all density words minwords bte auto ngram perplexity' ;;
        --model) what=files ;;
        --vote) what=words words='majority any all' ;;
        --filter) what=words words='none largest main' ;;
        --comment-words) what=files ;;
        --url) what=free ;;
        --output | -o) what=files ;;
        --charset) what=words words='utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' ;;
        --max-input) what=free ;;
        --max-depth) what=free ;;
        --max-nodes) what=free ;;
        --deadline) what=free ;;
        --beta) what=free ;;
        --bias) what=free ;;
        --rules) what=words words='chars forms bars copyright links all none' ;;
        --limit) what=free ;;
        --per) what=words words='sentence block line' ;;
        --combine) what=words words='default alone words' ;;
        --lang) what=free ;;
        esac
        ;;
    'batch')
        options='--jsonl --into --resume --no-sync --threads --max-line --max-waiting --format --method --model --precision --recall --vote --filter --comment-words --links --images --metadata --output --charset --text --max-input --max-depth --max-nodes --deadline --strict --beta --bias --rules --short-alone --limit --mark --per --combine --lang --help'
        case $before in
        --into) what=folders ;;
        --threads | -T) what=free ;;
        --max-line) what=free ;;
        --max-waiting) what=free ;;
        --format | -f) what=words words='text markdown html json cleaneval' ;;
        --method | -m) what=words words='all density words minwords bte auto ngram perplexity' ;;
        --model) what=files ;;
        --vote) what=words words='majority any all' ;;
        --filter) what=words words='none largest main' ;;
        --comment-words) what=files ;;
        --output | -o) what=files ;;
        --charset) what=words words='utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' ;;
        --max-input) what=free ;;
        --max-depth) what=free ;;
        --max-nodes) what=free ;;
        --deadline) what=free ;;
        --beta) what=free ;;
        --bias) what=free ;;
        --rules) what=words words='chars forms bars copyright links all none' ;;
        --limit) what=free ;;
        --per) what=words words='sentence block line' ;;
        --combine) what=words words='default alone words' ;;
        --lang) what=free ;;
        esac
        ;;
    'strip')
        options='--output --charset --text --max-input --max-depth --max-nodes --deadline --strict --help'
        case $before in
        --output | -o) what=files ;;
        --charset) what=words words='utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' ;;
        --max-input) what=free ;;
        --max-depth) what=free ;;
        --max-nodes) what=free ;;
        --deadline) what=free ;;
        esac
        ;;
    'perplexity')
        options='--per --limit --sweep --json --csv --lang --model --text --charset --max-input --output --help'
        case $before in
        --per) what=words words='sentence block line' ;;
        --limit) what=free ;;
        --lang) what=free ;;
        --model) what=files ;;
        --charset) what=words words='utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-jp euc-kr gb18030 big5 utf-16le' ;;
        --max-input) what=free ;;
        --output | -o) what=files ;;
        esac
        ;;
    'eval')
        options='--method --pred --data --measures --where --by --against --csv --json --labels --trec --qrels --model --precision --recall --vote --as --tokens --bootstrap --seed --threads --output --beta --bias --rules --short-alone --limit --mark --per --combine --lang --help'
        case $before in
        --method | -m) what=words words='all density words minwords bte auto ngram perplexity' ;;
        --pred) what=files ;;
        --data) what=files ;;
        --measures) what=words words='all wordf1 shingle bow align ncleaner editsim snippets rougeLsum segments block block4 blockset' ;;
        --where) what=free ;;
        --by) what=free ;;
        --against) what=free ;;
        --qrels) what=files ;;
        --model) what=files ;;
        --vote) what=words words='majority any all' ;;
        --as) what=words words='html text' ;;
        --tokens) what=words words='word cjk' ;;
        --bootstrap) what=free ;;
        --seed) what=free ;;
        --threads | -T) what=free ;;
        --output | -o) what=files ;;
        --beta) what=free ;;
        --bias) what=free ;;
        --rules) what=words words='chars forms bars copyright links all none' ;;
        --limit) what=free ;;
        --per) what=words words='sentence block line' ;;
        --combine) what=words words='default alone words' ;;
        --lang) what=free ;;
        esac
        ;;
    'analyze')
        options='--data --where --output --json --help'
        case $before in
        --data) what=files ;;
        --where) what=free ;;
        --output | -o) what=folders ;;
        esac
        ;;
    'train')
        options='--data --where --classes --features --algorithm --count --weigh --min-leaf --max-leaves --prune --folds --by --seed --threads --rank --output --help'
        case $before in
        --data | -d) what=files ;;
        --where) what=free ;;
        --classes) what=words words='2 4' ;;
        --features) what=free ;;
        --algorithm) what=words words='tree 1r svm' ;;
        --count) what=words words='words blocks' ;;
        --weigh) what=free ;;
        --min-leaf) what=free ;;
        --max-leaves) what=free ;;
        --prune) what=words words='none ebp rep' ;;
        --folds) what=free ;;
        --by) what=words words='site block' ;;
        --seed) what=free ;;
        --threads | -T) what=free ;;
        --output | -o) what=files ;;
        esac
        ;;
    'train auto')
        options='--data --snippets --snippet-weight --where --from --features --trees --forests --depth --leaves --patience --rate --f1 --rows --columns --lambda --least-weight --folds --calibration --least-words --copy-words --by --pages --seed --threads --output --help'
        case $before in
        --data | -d) what=files ;;
        --snippets) what=files ;;
        --snippet-weight) what=free ;;
        --where) what=free ;;
        --from) what=files ;;
        --features) what=files ;;
        --trees) what=free ;;
        --forests) what=free ;;
        --depth) what=free ;;
        --leaves) what=free ;;
        --patience) what=free ;;
        --rate) what=free ;;
        --f1) what=free ;;
        --rows) what=free ;;
        --columns) what=free ;;
        --lambda) what=free ;;
        --least-weight) what=free ;;
        --folds) what=free ;;
        --calibration) what=words words='platt isotonic' ;;
        --least-words) what=free ;;
        --copy-words) what=free ;;
        --by) what=free ;;
        --pages) what=files ;;
        --seed) what=free ;;
        --threads | -T) what=free ;;
        --output | -o) what=files ;;
        esac
        ;;
    'train density')
        options='--data --where --classes --features --algorithm --count --weigh --min-leaf --max-leaves --prune --folds --by --seed --threads --rank --output --help'
        case $before in
        --data | -d) what=files ;;
        --where) what=free ;;
        --classes) what=words words='2 4' ;;
        --features) what=free ;;
        --algorithm) what=words words='tree 1r svm' ;;
        --count) what=words words='words blocks' ;;
        --weigh) what=free ;;
        --min-leaf) what=free ;;
        --max-leaves) what=free ;;
        --prune) what=words words='none ebp rep' ;;
        --folds) what=free ;;
        --by) what=words words='site block' ;;
        --seed) what=free ;;
        --threads | -T) what=free ;;
        --output | -o) what=files ;;
        esac
        ;;
    'train kind')
        options='--data --where --field --trees --depth --leaves --rate --rows --columns --lambda --least-weight --folds --seed --threads --output --help'
        case $before in
        --data | -d) what=files ;;
        --where) what=free ;;
        --field) what=free ;;
        --trees) what=free ;;
        --depth) what=free ;;
        --leaves) what=free ;;
        --rate) what=free ;;
        --rows) what=free ;;
        --columns) what=free ;;
        --lambda) what=free ;;
        --least-weight) what=free ;;
        --folds) what=free ;;
        --seed) what=free ;;
        --threads | -T) what=free ;;
        --output | -o) what=files ;;
        esac
        ;;
    'train ngram')
        options='--raw --clean --data --where --clean-text --clean-most --order --interpolation --folding --non-lexical --direct --bias --least --cv --orders --curve --test --test-where --figures --seed --output --help'
        case $before in
        --raw) what=folders ;;
        --clean) what=folders ;;
        --data | -d) what=files ;;
        --where) what=free ;;
        --clean-text) what=files ;;
        --clean-most) what=free ;;
        --order | -n) what=free ;;
        --interpolation | -q) what=free ;;
        --folding) what=words words='ascii unicode' ;;
        --bias) what=free ;;
        --least) what=free ;;
        --cv) what=free ;;
        --orders) what=free ;;
        --test) what=files ;;
        --test-where) what=free ;;
        --figures) what=folders ;;
        --seed) what=free ;;
        --output | -o) what=files ;;
        esac
        ;;
    'train perplexity')
        options='--output --lang --order --estimate --size --min-count --min-word --vocabulary --memory --threads --counts --all --help'
        case $before in
        --output | -o) what=files ;;
        --lang) what=free ;;
        --order) what=words words='2 3' ;;
        --estimate) what=words words='interpolated kneser-ney' ;;
        --size) what=free ;;
        --min-count) what=free ;;
        --min-word) what=free ;;
        --vocabulary) what=free ;;
        --memory | -M) what=free ;;
        --threads | -T) what=free ;;
        --counts) what=files ;;
        esac
        ;;
    'methods')
        options='--json --help'
        case $before in
        esac
        ;;
    'models')
        options='--output --help'
        case $before in
        --output | -o) what=files ;;
        esac
        ;;
    'models dump')
        options='--output --help'
        case $before in
        --output | -o) what=files ;;
        esac
        ;;
    'models load')
        options='--output --help'
        case $before in
        --output | -o) what=files ;;
        esac
        ;;
    esac
}

_pith()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local first=${COMP_WORDS[1]} verb=extract verbs='extract batch strip perplexity eval analyze train methods models help version '
    local options= what=files words= nested=

    # --format=json comes as three words: --format, =, json
    [[ $word == '=' ]] && word=
    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
    if ((COMP_CWORD > 1)) && [[ " $verbs" == *" $first "* ]]; then
        verb=$first
    fi
    case $verb in
    help) what=words words=$verbs ;;
    methods) what=words words='all density words minwords bte auto ngram perplexity' ;;
    version) what=words ;;
    train) nested=' auto density kind ngram perplexity ' ;;
    models) nested=' dump load ' ;;
    esac
    if [[ -n $nested ]] && ((COMP_CWORD == 2)); then
        what=words words=$nested
    elif [[ $nested == *" ${COMP_WORDS[2]} "* ]]; then
        verb="$verb ${COMP_WORDS[2]}"
    fi
    _pith_verb "$verb"
    ((COMP_CWORD == 1)) && options="$options --version"

    if [[ $word == -* ]]; then
        what=words words=$options
    elif ((COMP_CWORD == 1)); then
        words=$verbs
    fi
    COMPREPLY=()
    case $what in
    files) compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    esac
    if [[ -n $words ]]; then
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}
complete -F _pith pith
