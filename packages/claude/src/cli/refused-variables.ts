/**
 * Why a task request may not set this variable; undefined when it may. This keeps a request from changing
 * by a variable what it cannot ask for; it is no boundary, as no list of such names is ever whole and an
 * agent sets what it likes in its own commands. The sandbox is the boundary.
 */
export function refusedVariable(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return `"${name}" is not a name for an environment variable`
  }
  const family = families.find(({ pattern }) => pattern.test(name))
  return family && `a request may not set the environment variable ${name}; it ${family.does}`
}

/** What a variable can do, and those that do it. Upper and lower case are one: proxies are read in both. */
const families = Object.entries({
  'belongs to agency or to Claude': `
    AGENCY_* AUTONOE_* ANTHROPIC_* CLAUDE_* CLAUDECODE IS_SANDBOX`,
  'decides where programs, settings and files are found': `
    PATH HOME CDPATH FPATH TMPDIR XDG_*`,
  'decides which libraries a program loads': `
    LD_* DYLD_* GLIBC_* MALLOC_* GCONV_PATH GETCONF_DIR LOCPATH NLSPATH TZDIR TERMINFO
    TERMINFO_DIRS GIO_* GST_* GTK_* QT_* OPENSSL_*`,
  'decides what a shell runs': `
    BASH_* BASHOPTS ENV IFS GLOBIGNORE EXECIGNORE INPUTRC PROMPT_COMMAND PS0 PS1 PS2 PS4 SHELL
    SHELLOPTS ZDOTDIR`,
  'names a program that others start': `
    *EDITOR VISUAL *PAGER *BROWSER *ASKPASS LESS LESSOPEN LESSCLOSE LESSKEY* MANOPT VIMINIT
    EXINIT GIT_* SSH_* SVN_SSH *_RSH RSYNC_* HGRCPATH HGMERGE GPG_* GNUPGHOME TAR_OPTIONS
    GREP_OPTIONS RIPGREP_CONFIG_PATH FZF_* PLAYWRIGHT_* CHROME_BIN CHROME_PATH *_BINARY
    *_EXECUTABLE *_EXECUTABLE_PATH AWS_CONFIG_FILE KUBECONFIG DOCKER_*`,
  'decides what an interpreter loads': `
    NODE_OPTIONS NODE_PATH NODE_*_* TS_NODE_* ELECTRON_* BUN_* DENO_* PYTHON* PYTEST_* PERL*
    RUBY* LUA_* PHPRC PHP_INI_* ERL_* R_PROFILE* R_ENVIRON* R_LIBS* JULIA_* AWKPATH AWKLIBPATH
    JAVA_* _JAVA_* JDK_* CLASSPATH DOTNET_* CORECLR_* COMPLUS_*`,
  'decides what a build runs or where packages come from': `
    MAKE MAKEFILES MAKEFLAGS MFLAGS GNUMAKEFLAGS CMAKE_* CC CXX CPP AR AS LD GCCGO PKG_CONFIG*
    CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CARGO_* RUSTC* RUSTDOC* RUSTFLAGS RUSTUP_* CGO_* GOAUTH
    GOBIN GOCACHEPROG GOENV GOFLAGS GOINSECURE GONO* GOPACKAGESDRIVER GOPATH GOPRIVATE GOPROXY
    GOROOT GOSUMDB GOTOOLCHAIN GOTOOLDIR GOVCS GOWORK NPM_CONFIG_* YARN_* PNPM_* COREPACK_*
    PIP_* PIPX_* PIPENV_* POETRY_* UV_* CONDA_* VIRTUAL_ENV GEM_* BUNDLE_* COMPOSER_* NUGET_*
    MAVEN_* GRADLE_* ANT_* SBT_* HOMEBREW_*`,
  'decides whom programs talk to, or whom they trust': `
    *_PROXY SSL_* SSLKEYLOGFILE CURL_* WGETRC NETRC *_CA_BUNDLE HOSTALIASES LOCALDOMAIN
    RES_OPTIONS`,
}).map(([does, names]) => ({ does, pattern: matchAny(names.trim().split(/\s+/)) }))

function matchAny(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join('|').replaceAll('*', '\\w*')})$`, 'i')
}
