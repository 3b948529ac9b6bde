/** Whatever a project lists: these run text, or change what later names mean. */
export const neverAllowed: ReadonlySet<string> = new Set([
  ...'eval source . trap coproc builtin alias unalias enable hash'.split(' '),
  ...'bind complete compgen compopt mapfile readarray fc shopt declare'.split(' '),
  ...'typeset local readonly export unset let getopts read set pushd'.split(' '),
  ...'popd suspend logout caller function'.split(' '),
])
