extension Topic {
  static let serve = Topic(
    name: "serve",
    summary: "How screens are shown in a web browser.",
    text: #"""
      `workbench serve` shows the screens, forms and history of a database in a web
      browser. Fields judge each key as they do at a terminal.

        workbench serve people.db            prints an address to open in the
                                             browser, and serves until Ctrl-C
        workbench serve --open people.db     opens the browser too
        workbench serve --again people.db    prints a new address of the running
                                             server
        workbench serve --read-only people.db
        workbench serve --help               lists all options

      Each address works once, within 10 minutes. The browser then has a cookie, so
      the next time `http://127.0.0.1:8043/` is enough. Another browser needs
      another address.

      Only programs of this machine can connect. To serve a network, let a proxy
      that encrypts and knows the users connect to a socket file. For example:

        workbench serve --socket /run/wb/socket --socket-group caddy \
          --behind https://lab.example/wb --user-header X-User people.db

      The proxy must pass the path and the header Host unchanged, and must set the
      user's header itself. The manual has the lines for Caddy and nginx. Users are
      names for the history, not rights: for people who may only read, start a
      second server with --read-only.

      Exit status: 0 after Ctrl-C or SIGTERM, 2 wrong usage or the port is in use,
      3 the database cannot be opened.
      """#)
}
