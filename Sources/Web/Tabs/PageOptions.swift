package import Session

/// What `workbench serve` was told.
package struct PageOptions: Sendable {
  /// As shown to users.
  package var database: String
  /// The list screen of the first page; nil for the first one defined.
  package var screen: String?
  /// Nil for the browser's language.
  package var locale: String?
  /// The locale of a browser whose languages are unknown.
  package var defaultLocale: String
  /// Who changes records; nil for the proxy's user, or else the author of the configuration.
  package var actor: String?
  /// The names from which a page lets its user choose.
  package var actors: [String]
  /// The greatest number of tabs.
  package var sessions: Int
  /// Creates the environment of a session, on its thread. Files, locale, author and questions are
  /// replaced.
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
