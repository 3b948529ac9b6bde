/**
 * Whether a line may set this variable at all. Left out are the names that the shell, the loader,
 * git or a language runtime read to decide what to load, where to look, or what to start.
 */
export function isAssignable(name: string): boolean {
  return !deniedNames.has(name) && !deniedPatterns.some((pattern) => pattern.test(name))
}

/**
 * The reason why a value must not go into a variable that is otherwise harmless, if there is one.
 * Undefined as value: it cannot be known.
 */
export function objectionToValue(name: string, value: string | undefined): string | undefined {
  const rule = valueRules.find(([pattern]) => pattern.test(name))
  if (rule === undefined) return undefined
  const [, accepts, advice] = rule
  return value !== undefined && accepts(value) ? undefined : `${name}: ${advice}`
}

const deniedNames = new Set([
  ...'PATH IFS ENV CDPATH SHELL SHELLOPTS HOME PWD OLDPWD FIGNORE'.split(' '),
  ...'GLOBIGNORE EXECIGNORE PROMPT_COMMAND PROMPT_DIRTRIM POSIXLY_CORRECT INPUTRC'.split(' '),
  // Bash computes what is assigned to these, and so runs `a[$(rm x)]`.
  ...'RANDOM SRANDOM SECONDS OPTIND LINENO EPOCHSECONDS EPOCHREALTIME'.split(' '),
  ...'FPATH ZDOTDIR MAILPATH MAIL UID EUID PPID FUNCNEST OPTARG'.split(' '),
  ...'VISUAL LESS LESSOPEN LESSCLOSE MAKE'.split(' '),
  ...'GCONV_PATH LOCPATH NLSPATH HOSTALIASES TERMINFO'.split(' '),
  ...'PYTHONSTARTUP PYTHONHOME PYTHONBREAKPOINT PYTHONUSERBASE PYTHONEXECUTABLE'.split(' '),
  ...'PYTHONPLATLIBDIR PYTHONWARNINGS PYTHONINSPECT PYTEST_PLUGINS'.split(' '),
  ...'RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_GEMFILE BUNDLE_PATH'.split(' '),
  ...'PERL5OPT PERL5LIB PERLLIB PERL5DB PERL5SHELL'.split(' '),
  ...'NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS BUN_INSPECT_PRELOAD'.split(' '),
  ...'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH'.split(' '),
  ...'GOROOT GOTOOLDIR GOENV GOROOT_FINAL GOPACKAGESDRIVER'.split(' '),
  ...'GOAUTH GOCACHEPROG GCCGO'.split(' '),
  ...'MAKEFLAGS MAKEFILES MFLAGS GNUMAKEFLAGS RUSTC_WRAPPER RUSTC'.split(' '),
  ...'OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES CURL_HOME WGETRC NETRC'.split(' '),
  ...'TAR_OPTIONS RIPGREP_CONFIG_PATH RSYNC_RSH DOCKER_CONFIG KUBECONFIG'.split(' '),
  ...'CLAUDE_CONFIG_DIR AGENCY_ROOT'.split(' '),
])

const deniedPatterns = [
  /^(LD|DYLD)_/,
  /^_?(GLIBC|MALLOC)_/,
  /^BASH/,
  /^PS[0-9]$/,
  /^HIST/,
  /^COMP_/,
  /^XDG_/,
  /^ANTHROPIC_/,
  /^p?npm_config_(.*_)?(script_shell|call|shell|git|userconfig|globalconfig|prefix|node_options|editor|viewer|browser|init_module|node_gyp)$/i,
  /^yarn_(yarn_path|script_shell|rc_filename|plugins)$/i,
  // GIT_EDITOR and GIT_PAGER are judged by value.
  /(?<!^GIT_)(EDITOR|PAGER)$/,
  /ASKPASS$/,
  /^npm_(execpath|node_execpath)$/i,
  // Of git's variables only those that name people, dates and manners may be set.
  /^GIT_(?!(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$|(TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|CONFIG_NOSYSTEM|ADVICE|LITERAL_PATHSPECS)$|PAGER$|EDITOR$|TRACE)/,
  /^GIT_TRACE\w+$/,
]

type ValueRule = readonly [RegExp, (value: string) => boolean, string]

const valueRules: readonly ValueRule[] = [
  [
    /^NODE_OPTIONS$/,
    (value) =>
      value
        .split(/\s+/)
        .every((option) =>
          /^(--(max-old-space-size|max-semi-space-size|stack-size|stack-trace-limit|unhandled-rejections|dns-result-order)=[\w-]+|--(no-warnings|no-deprecation|trace-warnings|trace-deprecation|trace-uncaught|enable-source-maps|experimental-vm-modules|experimental-strip-types|openssl-legacy-provider|throw-deprecation)|)$/.test(
            option,
          ),
        ),
    'only options that load no code may stand in it, such as --max-old-space-size=4096',
  ],
  [
    /^GOFLAGS$/,
    (value) =>
      !/-(toolexec|exec|vettool|overlay|ldflags|gcflags|asmflags|gccgoflags)\b/.test(value),
    'flags that start programs are not allowed in it',
  ],
  [
    /^PYTHONPATH$/,
    (value) => value.split(':').every((path) => !path.startsWith('/') && !path.includes('..')),
    'only directories inside the project may stand in it, as relative paths',
  ],
  [
    /^PYTEST_ADDOPTS$/,
    (value) => !/(^|\s)-(p|c)\b|--(rootdir|confcutdir|override-ini|import-mode)/.test(value),
    'options that load plugins are not allowed in it',
  ],
  [
    /^(CC|CXX|CPP|FC|AR|LD|AS|CGO_LDFLAGS|CGO_CFLAGS|PKG_CONFIG)$/,
    (value) => /^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp|ar|ld|as|pkg-config)(-\d+)?$/.test(value),
    'only the common compilers may stand in it, by name',
  ],
  [
    /^GIT_(PAGER|EDITOR)$/,
    (value) => value === 'cat' || value === 'true',
    'only cat or true may stand in it',
  ],
  [/^BROWSER$/, (value) => /^(none|false)$/.test(value), 'only none may stand in it'],
  [
    /^(PYTHON|(UV|PIP)_PYTHON|npm_config_python|CHROME_(BIN|PATH)|\w+_(BINARY|BINARY_PATH|EXECUTABLE|EXECUTABLE_PATH))$/i,
    (value) => knownPrograms.test(value),
    'only a Python or a browser may stand in it, by name or in a system directory',
  ],
  [/^GIT_TRACE$/, (value) => /^([012]|true|false)$/.test(value), 'only 0, 1 or 2 may stand in it'],
  [
    /^GOTOOLCHAIN$/,
    (value) => /^(local|auto|go[\d.]+)$/.test(value),
    'only local, auto or a version',
  ],
]

const knownPrograms =
  /^[\d.]*$|^(\/(usr\/(local\/)?)?bin\/|\/snap\/bin\/|\/opt\/[\w/-]+\/)?(python[\d.]*|(google-)?chrom[\w-]*|firefox[\w-]*|msedge)$/
