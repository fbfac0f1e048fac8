package import Session

package struct PageOptions: Sendable {
  /// The name of the database as displayed to users.
  package var database: String
  /// The list screen of the first page; nil for the first list screen defined.
  package var screen: String?
  /// The locale; nil for the browser's language.
  package var locale: String?
  /// The locale of a browser whose languages are unknown.
  package var defaultLocale: String
  /// The author of changes; if nil, the proxy's user, or else the author of the configuration.
  package var actor: String?
  /// The authors from which a user can choose.
  package var actors: [String]
  /// The maximum number of tabs.
  package var sessions: Int
  /// Creates the configuration of a session, on the session's thread. The tab then replaces some
  /// settings, such as the locale and the author.
  package var configuration: @Sendable () -> Configuration
  /// Monotonic time in milliseconds.
  package var clock: @Sendable () -> Int

  package init(
    database: String, screen: String? = nil, locale: String? = nil, defaultLocale: String,
    actor: String? = nil, actors: [String] = [], sessions: Int = 50,
    configuration: @escaping @Sendable () -> Configuration, clock: @escaping @Sendable () -> Int
  ) {
    (self.database, self.screen, self.locale) = (database, screen, locale)
    (self.defaultLocale, self.actor, self.actors) = (defaultLocale, actor, actors)
    (self.sessions, self.configuration, self.clock) = (sessions, configuration, clock)
  }

  func locale(for visitor: PageVisitor) -> String {
    locale ?? visitor.languages.lazy.map { $0.replacing("-", with: "_") }
      .first(where: Session.knows(locale:)) ?? defaultLocale
  }
}
