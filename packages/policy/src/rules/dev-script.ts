/** The one script that every profile allows, by its path from the project directory. */
export const devScript = 'bin/dev.sh'
