#include <baghchal/version.h>

#include <stdio.h>

int main(void)
{
    printf("libbaghchal %s\n", bc_version());
    return 0;
}
