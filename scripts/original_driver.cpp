// Plays a scenario in the class of an application of the original under a controlled clock: scripts/original-helm and
// scripts/original-apps, which compile it once for each application, with APP_HEADER and APP_CLASS.
//
//   original APPLICATION SCENARIO MISSION OUT
//
// SCENARIO has lines of tabs: H start dt count nav_from nav_until community, P turn_rate accel dive_rate turns_when_driven,
// S x y heading speed depth, N k x y heading speed depth, I k variable D|S value source offset community.
// OUT gets n (navigation that was mailed) and p (post) lines.

#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fnmatch.h>
#include <fstream>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#define private public
#define protected public
#include APP_HEADER
#undef private
#undef protected

using std::string;

// The clock, and no processor time: both stand before those of the C library.
static double now = 0;

extern "C" int gettimeofday(struct timeval *value, void *) noexcept {
  const double whole = floor(now);
  value->tv_sec = static_cast<time_t>(whole);
  value->tv_usec = static_cast<suseconds_t>(llround((now - whole) * 1e6));
  return 0;
}

extern "C" time_t time(time_t *value) noexcept {
  const auto found = static_cast<time_t>(now);
  if (value) *value = found;
  return found;
}

extern "C" clock_t clock() noexcept { return 0; }

// A pause of a simulated vehicle is measured with it: a hundred ticks a second.
static bool passes = false;

extern "C" clock_t times(struct tms *value) noexcept {
  if (value) *value = tms();
  return passes ? static_cast<clock_t>(llround(now * 100)) : 0;
}

// Where all draws are one number, what is made of them can be compared.
static int drawn = -1;

extern "C" int rand() noexcept { return drawn < 0 ? static_cast<int>(random()) : drawn; }

// What MOOS makes of it has the digits of the scenario, not those of microseconds.
double MOOSLocalTime(bool) { return now; }
double MOOSTime(bool) { return now; }
double HPMOOSTime(bool) { return now; }

// The client of the database: it keeps what is posted and what is wanted.
struct Posted {
  string variable;
  bool number;
  double value;
  string text, aux;
};

static std::vector<Posted> posts;
static std::set<string> wanted;
static std::vector<std::pair<string, string>> patterns;
static std::vector<string> fresh;

static bool keep(const string &variable, bool number, double value, const string &text, const string &aux) {
  if (variable != "MOOS_DEBUG") posts.push_back({variable, number, value, text, aux});
  return true;
}

bool CMOOSCommClient::Notify(const string &v, const string &text, double) { return keep(v, false, 0, text, ""); }
bool CMOOSCommClient::Notify(const string &v, const string &text, const string &aux, double) {
  return keep(v, false, 0, text, aux);
}
bool CMOOSCommClient::Notify(const string &v, const char *text, double) { return keep(v, false, 0, text, ""); }
bool CMOOSCommClient::Notify(const string &v, const char *text, const string &aux, double) {
  return keep(v, false, 0, text, aux);
}
bool CMOOSCommClient::Notify(const string &v, double value, double) { return keep(v, true, value, "", ""); }
bool CMOOSCommClient::Notify(const string &v, double value, const string &aux, double) {
  return keep(v, true, value, "", aux);
}
bool CMOOSCommClient::Register(const string &v, double) {
  if (wanted.insert(v).second) fresh.push_back(v);
  return true;
}
bool CMOOSCommClient::Register(const string &variables, const string &programs, double) {
  patterns.push_back({variables, programs});
  return true;
}

static bool reads(const string &variable, const string &program) {
  if (wanted.count(variable)) return true;
  for (const auto &p : patterns)
    if (!fnmatch(p.first.c_str(), variable.c_str(), 0) && !fnmatch(p.second.c_str(), program.c_str(), 0)) return true;
  return false;
}

static string plain(const string &text) {
  string found;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      found += text[i];
      continue;
    }
    const char next = text[++i];
    found += next == 't' ? '\t' : next == 'n' ? '\n' : next;
  }
  return found;
}

static string escaped(const string &text) {
  string found;
  for (const char c : text) {
    if (c == '\\') found += "\\\\";
    else if (c == '\t') found += "\\t";
    else if (c == '\n') found += "\\n";
    else found += c;
  }
  return found;
}

static double number(const string &text) { return strtod(text.c_str(), nullptr); }

struct Input {
  string variable;
  bool number;
  string value, source;
  double offset;
  string community;
};

// A vehicle that turns (while it moves, or while a speed is desired), accelerates and dives at fixed rates towards the
// decisions.
struct Vehicle {
  bool driven = false, by_wish = false;
  double turn = 0, accel = 0, dive = 0;
  double pose[5] = {0, 0, 0, 0, 0};
  std::map<string, double> desired;

  double wish(const char *name, double otherwise) const {
    const auto found = desired.find(name);
    return found == desired.end() ? otherwise : found->second;
  }

  static double limited(double value, double limit) { return std::max(-limit, std::min(limit, value)); }

  void step(double dt) {
    double away = wish("DESIRED_HEADING", pose[2]) - pose[2];
    while (away >= 180) away -= 360;
    while (away < -180) away += 360;
    if ((by_wish ? wish("DESIRED_SPEED", 0) : pose[3]) > 0) {
      pose[2] += limited(away, turn * dt);
      while (pose[2] >= 360) pose[2] -= 360;
      while (pose[2] < 0) pose[2] += 360;
    }
    pose[3] += limited(wish("DESIRED_SPEED", 0) - pose[3], accel * dt);
    pose[4] += limited(wish("DESIRED_DEPTH", pose[4]) - pose[4], dive * dt);
    pose[0] += pose[3] * dt * sin(pose[2] * M_PI / 180);
    pose[1] += pose[3] * dt * cos(pose[2] * M_PI / 180);
  }
};

int main(int count, char **words) {
  if (count != 5) {
    std::cerr << "usage: original APPLICATION SCENARIO MISSION OUT\n";
    return 2;
  }
  const string program = words[1];
  double start = 0, dt = 1;
  int last = 0, nav_from = 1, nav_until = 0;
  string community, line;
  Vehicle vehicle;
  std::map<int, std::vector<Input>> inputs;
  std::map<int, std::vector<double>> recorded;
  std::ifstream file(words[2]);
  while (std::getline(file, line)) {
    std::vector<string> f;
    std::stringstream rest(line);
    for (string one; std::getline(rest, one, '\t');) f.push_back(plain(one));
    f.resize(std::max<size_t>(f.size(), 8));
    const char kind = line.empty() ? ' ' : line[0];
    if (kind == 'H') {
      start = number(f[1]), dt = number(f[2]), last = atoi(f[3].c_str());
      nav_from = atoi(f[4].c_str()), nav_until = atoi(f[5].c_str()), community = f[6];
    } else if (kind == 'P') {
      vehicle.driven = true;
      vehicle.turn = number(f[1]), vehicle.accel = number(f[2]), vehicle.dive = number(f[3]);
      vehicle.by_wish = f[4] == "1";
    } else if (kind == 'S') {
      for (int i = 0; i < 5; i++) vehicle.pose[i] = number(f[1 + i]);
    } else if (kind == 'N') {
      for (int i = 0; i < 5; i++) recorded[atoi(f[1].c_str())].push_back(number(f[2 + i]));
    } else if (kind == 'I') {
      inputs[atoi(f[1].c_str())].push_back({f[2], f[3] == "D", f[4], f[5], number(f[6]), f[7]});
    }
  }

  static FILE *out;
  static int tick = 0;
  out = fopen(words[4], "w");
  static const auto write_posts = [](int k) {
    for (const auto &p : posts) {
      if (p.number) fprintf(out, "p\t%d\t%s\tD\t%.17g\t%s\n", k, p.variable.c_str(), p.value, escaped(p.aux).c_str());
      else fprintf(out, "p\t%d\t%s\tS\t%s\t%s\n", k, p.variable.c_str(), escaped(p.text).c_str(), escaped(p.aux).c_str());
    }
    fflush(out);
  };

  now = start;
  if (program == "uTimerScript") drawn = 3337;
  passes = program.compare(0, 10, "uSimMarine") == 0;
  static APP_CLASS app;  // what its constructor leaves out is zero, and the same each time
  atexit([] {  // an application that ends by itself; the original's destructors wait for its threads
    write_posts(tick);
    _exit(0);
  });
  app.m_sMOOSName = app.m_sAppName = program;
  app.m_sMissionFile = words[3];
  app.m_MissionReader.SetFile(words[3]);
  app.m_MissionReader.SetAppName(program);
  app.m_dfFreq = 4;
  app.m_lServerPort = 9000;
  app.m_dfAppStartTime = MOOSTime();
#ifndef PLAIN_APP  // one without reports
  app.m_curr_time = start;
  app.m_term_reporting = false;
#endif
  app.OnConnectToServer();
  app.OnStartUp();
#ifndef PLAIN_APP
  app.m_term_reporting = false;
#endif
  write_posts(0);

  std::map<string, CMOOSMsg> database;
  const auto from = [&community](CMOOSMsg message, const string &source, const string &aux) {
    message.m_sSrc = source;
    message.m_sSrcAux = aux;
    message.m_sOriginatingCommunity = community;
    return message;
  };
  const auto made = [&from](bool is_number, const string &name, double value, const string &text, double at,
                            const string &source, const string &aux) {
    return from(is_number ? CMOOSMsg(MOOS_NOTIFY, name, value, at) : CMOOSMsg(MOOS_NOTIFY, name, text, at), source, aux);
  };
  bool moving = false;
  for (int k = 1; k <= last; k++) {
    now = start + k * dt;
    tick = k;
    MOOSMSG_LIST mail;
    for (const auto &p : posts) {
      const CMOOSMsg message = made(p.number, p.variable, p.value, p.text, now, program, p.aux);
      const bool new_one = std::find(fresh.begin(), fresh.end(), p.variable) != fresh.end();
      if (reads(p.variable, program) && !new_one) mail.push_back(message);
      database[p.variable] = message;
    }
    for (const auto &name : fresh)
      if (database.count(name)) mail.push_back(database[name]);
    fresh.clear();
    posts.clear();
    for (const auto &i : inputs[k]) {
      CMOOSMsg message = made(i.number, i.variable, number(i.value), i.value, now + i.offset, i.source, "");
      if (!i.community.empty()) message.m_sOriginatingCommunity = i.community;
      database[i.variable] = message;
      if (reads(i.variable, i.source) || i.variable == "APPCAST_REQ") mail.push_back(message);
    }
    if (nav_from <= k && k <= nav_until) {
      if (recorded.count(k)) std::copy(recorded[k].begin(), recorded[k].end(), vehicle.pose);
      else if (vehicle.driven && moving) vehicle.step(dt);
      moving = true;
      const char *names[] = {"NAV_X", "NAV_Y", "NAV_HEADING", "NAV_SPEED", "NAV_DEPTH"};
      fprintf(out, "n\t%d", k);
      for (int i = 0; i < 5; i++) {
        database[names[i]] = made(true, names[i], vehicle.pose[i], "", now, "uSim", "");
        if (reads(names[i], "uSim")) mail.push_back(database[names[i]]);
        fprintf(out, "\t%.17g", vehicle.pose[i]);
      }
      fprintf(out, "\n");
    }
    if (!mail.empty()) app.OnNewMail(mail);
    app.Iterate();
    write_posts(k);
    for (const auto &p : posts)
      if (p.number && p.variable.compare(0, 8, "DESIRED_") == 0) vehicle.desired[p.variable] = p.value;
  }
  posts.clear();
  exit(0);
}
