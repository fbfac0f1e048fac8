#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>

#endif
