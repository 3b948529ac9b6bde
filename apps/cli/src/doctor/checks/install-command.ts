import type { Place } from '../check.ts'

interface Packages {
  readonly linux: string
  readonly mac: string
}

/** The line that installs packages on this system, by the package manager that it has. */
export function installCommand(place: Place, packages: Packages): string {
  if (place.platform === 'darwin') return `brew install ${packages.mac}`
  if (place.find('apt-get')) return `sudo apt-get install -y ${packages.linux}`
  if (place.find('dnf')) return `sudo dnf install -y ${packages.linux}`
  if (place.find('apk')) return `sudo apk add ${packages.linux}`
  if (place.find('pacman')) return `sudo pacman -S ${packages.linux}`
  return `install ${packages.linux} with the package manager of this system`
}
